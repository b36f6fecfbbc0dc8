import { Suspense, useState } from 'react'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import type { PlayerSettings } from '#contract/video/player.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { CourseRail } from '#web/features/catalog/courses/course-rail.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { useBookmark } from '#web/features/learning/notes/use-bookmark.ts'
import { usePauseHistory, usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/feedback/note.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { useNeighbours, WatchNeighbours } from './watch-neighbours.tsx'
import { preferredCaptions, WatchPlayer } from './watch-player.tsx'
import { useWatchProgress } from './watch-progress.ts'
import { useWatchTab, WatchTabs } from './watch-tabs.tsx'
import { DoneButton, WatchTitle } from './watch-title.tsx'
import styles from './watch-video.module.css'

const DONE_HELP = 'done-help'

const ChangeLine = lazyPart(
  async () => (await import('#web/features/learning/progress/change-line.tsx')).ChangeLine,
)

const CourseDecision = lazyPart(
  async () => (await import('#web/screens/review/item-decision.tsx')).CourseDecision,
)

interface WatchCourseProps {
  /** The user has asked for this video at the end of another one. */
  autoStart: boolean
  onGo: (courseId: string, starts: boolean) => void
}

/** The loaded watch page: it connects the player with the rest. */
export function WatchCourse({ autoStart, onGo }: WatchCourseProps) {
  const { course, playlist, progress, viewer, player } = useWatch()
  const { settings, change } = usePlaylistSettings(viewer, progress)
  const mine = useWatchProgress(settings)
  const [theatre, setTheatre] = useState(false)
  const tabs = useWatchTab()
  const neighbours = useNeighbours()
  const { next, previous } = neighbours
  const bookmark = useBookmark((noteId) => tabs.write('notes', { noteId }))

  return (
    <div className={classNames(styles.watch, theatre && styles.theatre)}>
      <div ref={player.area} className={styles.player}>
        <WatchPlayer
          {...{ mine, neighbours, settings, theatre, autoStart, onGo }}
          onSettings={change}
          onTheatre={setTheatre}
          commands={{
            done: mine.toggleDone,
            note: () => tabs.write('notes'),
            bookmark,
            question: () => tabs.write('comments'),
            search: () => tabs.write('transcript'),
            next: () => next && onGo(next._id, true),
            previous: () => previous && onGo(previous._id, false),
          }}
        />
      </div>
      <WatchTitle notes={<CourseNotices settings={settings} mine={mine} />}>
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
        <WatchTabs tabs={tabs} preferred={preferredCaptions(course, settings.captions)} />
        <WatchNeighbours />
      </div>
    </div>
  )
}

interface CourseNoticesProps {
  settings: PlayerSettings
  mine: ReturnType<typeof useWatchProgress>
}

/** What is special about this video, and what an admin has sent back to its teacher. */
function CourseNotices({ settings, mine }: CourseNoticesProps) {
  const { course, viewer, records, player } = useWatch()
  const history = usePauseHistory(viewer)
  return (
    <>
      <ProgressNotes
        isPaused={settings.historyPaused}
        isResuming={history.isPending}
        onResume={() => history.pause(false)}
        wasReplaced={mine.wasReplaced}
        isUnderReview={mine.isUnderReview}
      />
      {mine.change && (
        <Suspense>
          <ChangeLine changed={mine.change.changed} changedAt={mine.change.changedAt} />
        </Suspense>
      )}
      {records && course.teacher._id === viewer && (
        <Suspense>
          <CourseDecision course={course} onSeek={player.seek} />
        </Suspense>
      )}
    </>
  )
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

interface ProgressNotesProps {
  isPaused: boolean
  /** Nothing is saved before the server knows. */
  isResuming: boolean
  onResume: () => void
  wasReplaced: boolean
  /** The video has ended, and the server does not show it any more. */
  isUnderReview: boolean
}

/** What the user should know about the progress of this video. */
function ProgressNotes({ isPaused, isResuming, onResume, wasReplaced, isUnderReview }: ProgressNotesProps) {
  return (
    <div className={styles.notes} role="status">
      {isPaused && (
        <Note>
          <div className={styles.paused}>
            History is paused. Your progress is not being saved.
            <Button size="sm" busy={isResuming} onClick={onResume}>
              Resume history
            </Button>
          </div>
        </Note>
      )}
      {wasReplaced && <Note>This video was replaced. It is still marked as done.</Note>}
      {isUnderReview && <Note>This video is under review.</Note>}
    </div>
  )
}
