import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { formatTime } from '#contract/format.ts'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import { resumeAt } from '#contract/learning/resume-at.ts'
import { playableOf } from '#contract/video-links/unavailable.ts'
import { useWatchAddress } from '#web/features/catalog/courses/course-links.ts'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { doneOf, leftOf } from './course-states.ts'
import styles from './playlist-progress.module.css'

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
        <span>
          {progress &&
            (isAllDone(progress) ? <KeptLink playlist={playlist} /> : leftOf(progress, progress.rate ?? 1))}
        </span>
      </p>
      <ProgressLine thick value={progress?.doneCount ?? 0} max={count} />
    </div>
  )
}

const isAllDone = ({ courses, continueWith }: PlaylistProgress) => courses.length > 0 && continueWith === null

function KeptLink({ playlist: { _id } }: { playlist: Playlist }) {
  return <TextLink to={`/learning/finished/${_id}`}>What you keep</TextLink>
}

/** Start, Continue at 3:12 or Watch again. */
export function StartLink({ playlist, progress }: PlaylistProgressProps) {
  const { courses, _id } = playlist
  const first = playableOf(courses)[0] ?? courses[0]
  const started = progress !== undefined && progress.courses.length > 0
  const next = started ? courses.find((course) => course._id === progress.continueWith) : undefined
  const address = useWatchAddress(_id, (next ?? first)?._id ?? '')
  if (first === undefined) return null
  return (
    <LinkButton to={address} variant="primary" size="lg" className={styles.start}>
      <Icon name="play" />
      {next && <ContinueLabel course={next} progress={progress} />}
      {!next && (started ? 'Watch again' : <StartLabel />)}
    </LinkButton>
  )
}

/** Screen readers and search engines read links out of their place, where "Start" alone says nothing. */
function StartLabel() {
  return (
    <>
      Start <span className="sr">watching</span>
    </>
  )
}

function ContinueLabel({
  course: { _id, videoTitle, durationSeconds },
  progress,
}: {
  course: PlaylistCourse
  progress: PlaylistProgress | undefined
}) {
  const at = progress?.courses.find((course) => course._id === _id)?.atSeconds ?? 0
  const second = resumeAt(at, durationSeconds ?? 0)
  return (
    <>
      {second > 0 ? `Continue at ${formatTime(second)}` : 'Continue'}{' '}
      <span className="sr" dir="auto">
        {videoTitle}
      </span>
    </>
  )
}
