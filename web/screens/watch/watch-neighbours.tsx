import type { Playlist } from '#contract/catalog/playlists.ts'
import { playableOf } from '#contract/video-links/unavailable.ts'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import styles from './watch-neighbours.module.css'

/** The course's place in its playlist, and the courses before and after it. Videos that cannot be played are skipped. */
export function useNeighbours() {
  const { playlist, course } = useWatch()
  return neighboursOf(playlist, course._id)
}

function neighboursOf(playlist: Playlist | undefined, courseId: string) {
  const courses = playlist?.courses ?? []
  const here = courses.findIndex(({ _id }) => _id === courseId)
  const before = playableOf(courses.slice(0, Math.max(0, here)))
  const after = here < 0 ? [] : playableOf(courses.slice(here + 1))
  return {
    number: here < 0 ? 0 : before.length + 1,
    count: playableOf(courses).length,
    previous: before.at(-1),
    next: after[0],
  }
}

interface NeighbourLinksProps {
  /** The accessible name; no two of a page are the same. */
  label?: string
  /** `Next video` stands out, and both share the width. */
  large?: boolean
  /** They take the place of this page in the history of the browser. */
  replace?: boolean
}

/** Links to the previous and the next video of the playlist. */
export function NeighbourLinks({
  label = 'Videos of this playlist',
  large = false,
  replace = false,
}: NeighbourLinksProps) {
  const { playlist } = useWatch()
  const { previous, next } = useNeighbours()
  if (!(playlist && (previous || next))) return null
  return (
    <nav className={large ? styles.large : styles.links} aria-label={label}>
      {previous && (
        <LinkButton
          to={watchAddress(playlist._id, previous._id)}
          replace={replace}
          variant={large ? 'default' : 'ghost'}
          size={large ? 'lg' : 'sm'}
          aria-label={`Previous video: ${previous.videoTitle}`}
        >
          Previous
        </LinkButton>
      )}
      {next && (
        <LinkButton
          to={watchAddress(playlist._id, next._id)}
          replace={replace}
          variant={large ? 'primary' : 'default'}
          size={large ? 'lg' : 'sm'}
          aria-label={`Next video: ${next.videoTitle}`}
        >
          Next video
        </LinkButton>
      )}
    </nav>
  )
}
