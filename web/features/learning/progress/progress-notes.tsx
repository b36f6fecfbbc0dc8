import { Note } from '#web/ui/feedback/note.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './progress-notes.module.css'

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
export function ProgressNotes({
  isPaused,
  isResuming,
  onResume,
  wasReplaced,
  isUnderReview,
}: ProgressNotesProps) {
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
