import type { Playlist } from '#contract/catalog/playlists.ts'
import { formatTime } from '#contract/format.ts'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import { playableOf } from '#contract/video-links/unavailable.ts'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { doneOf, leftOf } from './course-states.ts'
import styles from './playlist-progress.module.css'
import { resumeAt } from './resume.ts'

interface PlaylistProgressProps {
  playlist: Playlist
  /** Absent for a visitor, and until it is loaded. */
  progress: PlaylistProgress | undefined
}

/**
 * How much of the playlist is done. The server renders it empty, and style sheets show it to users only, so that nothing
 * moves when the numbers arrive.
 */
export function PlaylistBar({ playlist, progress }: PlaylistProgressProps) {
  const count = playableOf(playlist.courses).length
  return (
    <div className={styles.bar} aria-hidden={progress === undefined || undefined}>
      <p>
        <b>{progress ? doneOf(progress, count) : '\u00a0'}</b>
        <span>{progress && leftOf(progress, progress.rate ?? 1)}</span>
      </p>
      <ProgressLine thick value={progress?.doneCount ?? 0} max={count} />
    </div>
  )
}

/** Start, Continue at 3:12 or Watch again. */
export function StartLink({ playlist, progress }: PlaylistProgressProps) {
  const { courses, _id } = playlist
  const first = playableOf(courses)[0] ?? courses[0]
  if (first === undefined) return null
  const started = progress !== undefined && progress.courses.length > 0
  const next = courses.find((course) => course._id === progress?.continueWith) ?? first
  const isDone = started && progress.continueWith === null
  const at = progress?.courses.find(({ _id }) => _id === next._id)?.atSeconds ?? 0
  const second = resumeAt(at, next.durationSeconds ?? 0)
  return (
    <LinkButton
      to={`/watch-video/${_id}/${(isDone ? first : next)._id}`}
      variant="primary"
      size="lg"
      className={styles.start}
    >
      <Icon name="play" />
      {isDone && 'Watch again'}
      {started && !isDone && (
        <>
          {second > 0 ? `Continue at ${formatTime(second)}` : 'Continue'}{' '}
          <span className="sr" dir="auto">
            {next.videoTitle}
          </span>
        </>
      )}
      {!started && 'Start'}
    </LinkButton>
  )
}
