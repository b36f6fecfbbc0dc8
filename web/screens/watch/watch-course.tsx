import { lazy, Suspense, useState } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { formatTime } from '#contract/format.ts'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import type { PlayerSettings } from '#contract/video/player.ts'
import { retryDownload } from '#web/core/retry-download.ts'
import { CourseRail } from '#web/features/catalog/courses/course-rail.tsx'
import { usePlayerCalls } from '#web/features/catalog/courses/watching.queries.ts'
import { DoneButton } from '#web/features/learning/progress/done-button.tsx'
import { ProgressNotes } from '#web/features/learning/progress/progress-notes.tsx'
import { useTellTeacher } from '#web/features/reports/report.queries.ts'
import { usePauseHistory } from '#web/features/video/player/pause-history.queries.ts'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import { classNames } from '#web/ui/class-names.ts'
import { preferredCaptions, useOwnCaptions } from './watch-captions.ts'
import { useVideoControl } from './watch-control.ts'
import { videoOf } from './watch-data.ts'
import { useMarks } from './watch-marks.ts'
import { neighboursOf, WatchNeighbours } from './watch-neighbours.tsx'
import { useWatchProgress } from './watch-progress.ts'
import { useWatchTab, WatchTabs } from './watch-tabs.tsx'
import { WatchTitle } from './watch-title.tsx'
import styles from './watch-video.module.css'

interface WatchCourseProps {
  course: Course
  /** Absent when it cannot be loaded. */
  playlist: Playlist | undefined
  /** Absent when it cannot be loaded. */
  progress: PlaylistProgress | undefined
  viewer: string
  /** False in a preview: nothing that is watched counts. */
  records: boolean
  /** The user has asked for this video at the end of another one. */
  autoStart: boolean
  onGo: (courseId: string, starts: boolean) => void
}

const DONE_HELP = 'done-help'

const CourseDecision = lazy(async () => ({
  default: (await retryDownload(() => import('#web/screens/review/item-decision.tsx'))).CourseDecision,
}))

/** The loaded watch page: it connects the player with the rest. */
export function WatchCourse({ course, playlist, progress, viewer, records, ...rest }: WatchCourseProps) {
  const { control, area, position, seek } = useVideoControl()
  const { settings, change } = usePlaylistSettings(viewer, progress)
  const history = usePauseHistory(viewer)
  const mine = useWatchProgress({ course, playlist, progress, viewer, settings, records })
  const calls = useCalls(course, viewer)
  const [theatre, setTheatre] = useState(false)
  const tabs = useWatchTab()
  const marks = useMarks(viewer, course._id)
  const captions = useOwnCaptions(viewer, course, settings.captions)
  const { next, previous, number, count } = neighboursOf(playlist, course._id)

  return (
    <div className={classNames(styles.watch, theatre && styles.theatre)}>
      <div ref={area} className={styles.player}>
        <Player
          key={course._id}
          course={course}
          video={videoOf(course)}
          category={playlist?.category ?? ''}
          settings={settings}
          onSettings={change}
          start={mine.start}
          autoStart={rest.autoStart}
          {...marks}
          captions={captions}
          watched={mine.watched}
          next={next && nextVideoOf(next, `${number + 1} of ${count}`)}
          playlist={{
            title: course.playlist.title,
            address: `/playlist-details/${course.playlist._id}`,
            isDone: mine.isPlaylistDone,
          }}
          theatre={theatre}
          onTheatre={setTheatre}
          onReport={mine.onReport}
          onDone={mine.toggleDone}
          {...calls}
          onNote={() => tabs.write('notes')}
          onQuestion={() => tabs.write('comments')}
          onSearch={() => tabs.write('transcript')}
          onNext={() => next && rest.onGo(next._id, true)}
          onPrevious={() => previous && rest.onGo(previous._id, false)}
          controlRef={control}
        />
      </div>
      <WatchTitle
        course={course}
        position={position}
        notes={<News {...{ course, viewer, records, settings, history, mine }} onSeek={seek} />}
      >
        <DoneButton done={mine.done} helpId={playlist && DONE_HELP} onPress={mine.toggleDone} />
      </WatchTitle>
      {playlist && (
        <div className={styles.rail}>
          <CourseRail
            playlist={playlist}
            courseId={course._id}
            progress={mine.rail}
            foot={
              <p id={DONE_HELP}>
                A video is done when you have watched 90% of it, or when you mark it as done.
              </p>
            }
          />
        </div>
      )}
      <div className={styles.tabs}>
        <WatchTabs
          {...{ course, viewer, tabs, position }}
          preferred={preferredCaptions(course, settings.captions)}
          onSeek={seek}
        />
        <WatchNeighbours playlist={playlist} courseId={course._id} />
      </div>
    </div>
  )
}

interface NewsProps extends Pick<WatchCourseProps, 'course' | 'viewer' | 'records'> {
  settings: PlayerSettings
  history: ReturnType<typeof usePauseHistory>
  mine: ReturnType<typeof useWatchProgress>
  onSeek: (seconds: number) => void
}

/** What is special about this video, and what an admin has sent back to its teacher. */
function News({ course, viewer, records, settings, history, mine, onSeek }: NewsProps) {
  return (
    <>
      <ProgressNotes
        isPaused={settings.historyPaused}
        isResuming={history.isPending}
        onResume={() => history.pause(false)}
        wasReplaced={mine.wasReplaced}
        isUnderReview={mine.isUnderReview}
      />
      {records && course.teacher._id === viewer && (
        <Suspense>
          <CourseDecision course={course} onSeek={onSeek} />
        </Suspense>
      )}
    </>
  )
}

const nextVideoOf = ({ _id, videoTitle, tutorialImage, durationSeconds }: PlaylistCourse, place: string) => ({
  title: videoTitle,
  image: tutorialImage,
  seed: _id,
  detail: durationSeconds ? `${place} · ${formatTime(durationSeconds)}` : place,
})

/** The server calls of the player. A teacher does not report a fault of their own video to themselves. */
function useCalls({ _id, playlist, teacher }: Course, viewer: string) {
  const calls = usePlayerCalls(viewer, { playlistId: playlist._id, courseId: _id })
  return { ...calls, ...useTellTeacher(_id, teacher._id === viewer) }
}

/** The settings with the rate of this playlist, unless the user has just chosen another one. */
function usePlaylistSettings(viewer: string, progress: PlaylistProgress | undefined) {
  const { settings, change } = usePlayerSettings(viewer)
  const [chosenRate, setChosenRate] = useState<number>()
  function changeHere(changed: Partial<PlayerSettings>): void {
    if (changed.rate !== undefined) setChosenRate(changed.rate)
    change(changed)
  }
  const rate = chosenRate ?? progress?.rate ?? settings.rate
  return { settings: { ...settings, rate }, change: changeHere }
}
