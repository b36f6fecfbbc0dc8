import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { Description, Title } from '#contract/text-fields.ts'
import { Chapters } from './chapters.ts'
import { Corrections } from './corrections.ts'
import { Course } from './courses.ts'
import { Playlist } from './playlists.ts'

export const OUTLINE_CHANGED = 'This playlist has changed since you opened it. Check the new order.'
export const OUTLINE_INCOMPLETE = 'The order must name every video of this playlist once.'
export const SECTION_UNKNOWN = 'Choose a section of this playlist.'
export const GRID_COURSE_UNKNOWN = 'A video of this table is not in this playlist any more.'
export const SECTIONS_MAX = 100
const SECTIONS_REACHED = `A playlist can have at most ${SECTIONS_MAX} sections.`
export const COURSES_AT_ONCE = 300
export const TOO_MANY_COURSES = `At most ${COURSES_AT_ONCE} videos at once.`

/** Why a row of the grid was not saved. */
export function rowChanged(title: string): string {
  return `“${title}” has changed since you opened it.`
}

const CourseIds = z.array(Id).max(COURSES_AT_ONCE, TOO_MANY_COURSES)

/** The whole order of a playlist. A section without an id is new; one that is not named is deleted, its courses are not. */
export const Outline = z.object({
  version: z.int('Version is required.'),
  sections: z
    .array(z.object({ _id: Id.optional(), title: Title, courses: CourseIds }))
    .max(SECTIONS_MAX, SECTIONS_REACHED),
  loose: CourseIds,
})
export type Outline = z.infer<typeof Outline>

/** The texts of a course that the build screen edits. */
export const CourseTexts = z.object({
  title: Title,
  description: Description,
  chapters: Chapters.optional(),
  corrections: Corrections.optional(),
})

/** Changed cells of one row; `updatedAt` is that of the course when it was read. */
export const GridChange = z.object({
  _id: Id,
  updatedAt: Timestamp,
  ...CourseTexts.partial().shape,
  sectionId: Id.nullable().optional(),
})
export type GridChange = z.infer<typeof GridChange>
/** The same as a client sends it: chapters and corrections as lines. */
export type GridChangeSent = z.input<typeof GridChange>

export const outlineApi = {
  save: endpoint('outline.save', {
    summary: 'Set the sections of one’s own playlist and the order of its courses',
    body: Outline,
    reply: WriteReply.extend({ data: Playlist }),
  }),
  grid: endpoint('outline.grid', {
    summary: 'Change many courses of one’s own playlist: all or none',
    body: z.object({
      changes: z.array(GridChange).min(1, 'Nothing to save.').max(COURSES_AT_ONCE, TOO_MANY_COURSES),
    }),
    reply: WriteReply.extend({ data: z.array(Course) }),
  }),
}
