import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Level } from '#contract/catalog/playlists.ts'
import { type ReviewedField, SectionTitle } from '#contract/review/review.ts'
import { REVIEWED_FIELDS } from '#contract/review/reviewed-fields.ts'
import { Chapter, Correction, Video } from '#contract/video/video.ts'

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
  /** Only where the version changes them, as the next two. */
  chapters: z.array(Chapter).optional(),
  corrections: z.array(Correction).optional(),
  sections: z.array(SectionTitle).optional(),
})
export type Content = z.infer<typeof Content>

export function contentOf({ content }: { content: string }): Content {
  return Content.parse(JSON.parse(content))
}

const DETAILS = ['chapters', 'corrections', 'sections'] as const
type Detail = (typeof DETAILS)[number]

/** The chapters and corrections of a course, or the titles of the sections of a playlist in the order of their ids. */
export type Details = { [Field in Detail]?: Content[Field] | undefined }

/** The fields in which they differ; without `before`, all that are set. A version without details leaves them as they are. */
export function changesOf(before: Content | undefined, after: Content): ReviewedField[] {
  return REVIEWED_FIELDS.filter(
    (field) =>
      !(
        (isDetail(field) && after[field] === undefined) ||
        isDeepStrictEqual(before?.[field] ?? null, after[field] ?? null)
      ),
  )
}

const isDetail = (field: ReviewedField): field is Detail => DETAILS.some((each) => each === field)

/** The content as a version stores it: without the details that are online already. */
export function withoutSameDetails(content: Content, online: Details): Content {
  const kept = { ...content }
  for (const field of DETAILS)
    if (content[field] === undefined || isDeepStrictEqual(content[field], online[field])) delete kept[field]
  return kept
}

/** The edits without the fields that they leave as they are. */
export function withoutAbsent(
  edits: { [Field in keyof Content]?: Content[Field] | undefined },
): Partial<Content> {
  return Content.partial().parse(
    Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined)),
  )
}
