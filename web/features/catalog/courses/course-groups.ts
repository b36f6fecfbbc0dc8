import type { Playlist, PlaylistCourse, Section } from '#contract/catalog/playlists.ts'
import type { CourseProgress } from '#contract/learning/progress.ts'

interface CourseGroup {
  /** Absent for the courses before the first section. */
  section: Section | undefined
  courses: PlaylistCourse[]
  /** The number of its first course in the playlist. */
  first: number
}

/**
 * The courses of a playlist by section, without empty ones. During an update a server of the former version may answer
 * without sections.
 */
export function courseGroups({ courses, sections = [] }: Playlist): CourseGroup[] {
  const known = new Set(sections.map(({ _id }) => _id))
  const isIn = ({ sectionId }: PlaylistCourse, section: Section | undefined) =>
    section ? sectionId === section._id : !(sectionId && known.has(sectionId))
  let first = 1
  return [undefined, ...sections].flatMap((section) => {
    const inside = courses.filter((course) => isIn(course, section))
    const group = { section, courses: inside, first }
    first += inside.length
    return inside.length > 0 ? [group] : []
  })
}

/** What the viewer has watched of a course, as rows of a playlist show it. */
export interface CourseState {
  done: boolean
  /** From 0 to 1; 0 if the duration is unknown. */
  part: number
  /** `Continue at 3:12` or `7 min left`. */
  note?: string
  /** What has changed since. */
  changed?: CourseProgress['changed']
}

export type CourseStates = ReadonlyMap<string, CourseState>
