import { useInfiniteQuery } from '@tanstack/react-query'
import { countOf, formatTime } from '#contract/format.ts'
import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { doneOf } from '#web/features/learning/progress/course-states.ts'
import { progressListOf } from '#web/features/learning/progress/progress-lists.queries.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './playlist-finished.module.css'

/** Another playlist that the user has started and not finished. */
export function ContinueWith({ playlistId }: { playlistId: string }) {
  const user = useCurrentUser()
  const list = useInfiniteQuery({
    ...progressListOf(useCall(), viewerKey(user), 'continue'),
    enabled: user !== null,
    meta: { silent: true },
  })
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? []
  const card = cards.find(({ playlist }) => playlist._id !== playlistId)
  if (!card) return null
  const { playlist, course } = card
  return (
    <section className={styles.box} aria-labelledby="continue-with">
      <h2 id="continue-with">Continue with</h2>
      <div className={styles.playlist}>
        <Thumb radius="xs">
          <Picture
            image={playlist.mainPlaylistImage}
            sizes="96px"
            fallback={{ category: playlist.category, seed: playlist._id }}
          />
        </Thumb>
        <div>
          <p className={styles.name} dir="auto">
            <Link to={`/watch-video/${playlist._id}/${course._id}`}>{playlist.title}</Link>
          </p>
          <p className={styles.small}>{doneOf(playlist, playlist.coursesCount)}</p>
        </div>
      </div>
    </section>
  )
}

/** The videos that were replaced or corrected after the user had watched them. */
export function ChangedSince({ summary: { playlist, courses } }: { summary: FinishedPlaylist }) {
  const changed = courses.filter((course) => course.changed !== null)
  if (changed.length === 0) return null
  return (
    <section className={styles.box} aria-labelledby="changed-since">
      <h2 id="changed-since">Changed since you watched</h2>
      <ul>
        {changed.map(({ _id, videoTitle, changed: what, changedAt }) => {
          const [at] = changedAt
          return (
            <li key={_id}>
              <p className={styles.change}>
                <bdi>{videoTitle}</bdi> has{' '}
                {what === 'video' ? 'a new video' : countOf(changedAt.length, 'correction')}.
              </p>
              <TextLink
                arrow
                to={`/watch-video/${playlist._id}/${_id}${at === undefined ? '' : `?t=${at}`}`}
                aria-label={`${watchLabel(at)}: ${videoTitle}`}
              >
                {watchLabel(at)}
              </TextLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const watchLabel = (at: number | undefined) =>
  at === undefined ? 'Watch it' : `Watch it at ${formatTime(at)}`
