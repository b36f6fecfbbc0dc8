/** What students read where a video cannot be played. */
export const NOT_AVAILABLE = 'Not available at the moment'

interface Checked {
  unavailableSince?: string | undefined
}

/** The videos that count: autoplay and "x of y" leave out the others until they work. */
export function playableOf<Course extends Checked>(courses: readonly Course[]): Course[] {
  return courses.filter(({ unavailableSince }) => unavailableSince === undefined)
}
