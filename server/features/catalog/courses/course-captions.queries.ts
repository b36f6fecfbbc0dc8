import type { CaptionsRef } from '#contract/captions/captions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const ofCourse = prepared((db, params: Params<{ courseId: string }>) =>
  db
    .selectFrom('captions')
    .select(['id as _id', 'language', 'label', 'origin'])
    .where('course_id', '=', params.value('courseId'))
    .orderBy('language'),
)

/** By the name of the language. */
export function byLabel(a: { label: string }, b: { label: string }): number {
  if (a.label === b.label) return 0
  return a.label < b.label ? -1 : 1
}

/** The captions that a player offers for a course. */
export async function captionsOf(db: Db, courseId: string): Promise<CaptionsRef[]> {
  const rows = await ofCourse(db, { courseId })
  return rows
    .toSorted(byLabel)
    .map(({ origin, ...ref }) => ({ ...ref, ...(origin === 'auto' && { auto: true as const }) }))
}

const captioned = prepared((db, params: Params<{ playlistId: string }>) =>
  db
    .selectFrom('courses')
    .innerJoin('captions', 'captions.course_id', 'courses.id')
    .select('captions.course_id')
    .where('courses.playlist_id', '=', params.value('playlistId'))
    .distinct(),
)

/** Those of the courses of a playlist that have captions. */
export async function captionedCourses(db: Db, playlistId: string): Promise<ReadonlySet<string>> {
  const rows = await captioned(db, { playlistId })
  return new Set(rows.map(({ course_id }) => course_id))
}
