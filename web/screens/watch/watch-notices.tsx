import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { PlayerSettings } from '#contract/video/player.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { questionOf } from '#web/features/insight/privacy/question.queries.ts'
import { usePauseHistory } from '#web/features/video/player/settings.queries.ts'
import { Note } from '#web/ui/feedback/note.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import type { useWatchProgress } from './watch-progress.ts'
import styles from './watch-title.module.css'

const ChangeLine = lazyPart(
  async () => (await import('#web/features/learning/progress/change-line.tsx')).ChangeLine,
)

const CourseDecision = lazyPart(
  async () => (await import('#web/screens/review/item-decision.tsx')).CourseDecision,
)

interface CourseNoticesProps {
  settings: PlayerSettings
  mine: ReturnType<typeof useWatchProgress>
}

/** What is special about this video, and what an admin has sent back to its teacher. */
export function CourseNotices({ settings, mine }: CourseNoticesProps) {
  const { course, viewer, records, player } = useWatch()
  const history = usePauseHistory(viewer)
  const { data: Question } = useQuery({ ...questionOf(useCall(), viewer), enabled: records })
  const isOwn = course.teacher._id === viewer
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
      {Question && records && !isOwn && <Question />}
      {records && isOwn && (
        <Suspense>
          <CourseDecision course={course} onSeek={player.seek} />
        </Suspense>
      )}
    </>
  )
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
