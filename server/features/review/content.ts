import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Level } from '#contract/playlists.ts'
import type { ReviewedField } from '#contract/review.ts'
import { REVIEWED_FIELDS } from '#contract/reviewed-fields.ts'
import { Video } from '#contract/video.ts'

/** What is reviewed of an item, as a revision stores it. A playlist has a category, a course a video. */
export const Content = z.object({
  title: z.string(),
  description: z.string(),
  /** The name of the picture. */
  image: z.string(),
  /** The id of the category. */
  category: z.string().optional(),
  video: Video.optional(),
  language: z.string().nullable().optional(),
  level: Level.nullable().optional(),
  promise: z.string().nullable().optional(),
})
export type Content = z.infer<typeof Content>

export function contentOf({ content }: { content: string }): Content {
  return Content.parse(JSON.parse(content))
}

/** The fields in which they differ; without `before`, all that are set. */
export function changesOf(before: Content | undefined, after: Content): ReviewedField[] {
  return REVIEWED_FIELDS.filter((field) => !isDeepStrictEqual(before?.[field] ?? null, after[field] ?? null))
}

/** The edits without the fields that they leave as they are. */
export function withoutAbsent(
  edits: { [Field in keyof Content]?: Content[Field] | undefined },
): Partial<Content> {
  return Content.partial().parse(
    Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined)),
  )
}
