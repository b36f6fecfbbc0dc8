import { Fragment } from 'react'
import { countOf, formatTime } from '#contract/format.ts'
import type { CourseProgress } from '#contract/learning/progress.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Note } from '#web/ui/feedback/note.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import styles from './change-line.module.css'
import { useConfirmChange } from './change-seen.queries.ts'

/** What has changed in this video since the user watched it, until the next save or Got it. */
export function ChangeLine({ changed, changedAt }: Pick<CourseProgress, 'changed' | 'changedAt'>) {
  const { course, player } = useWatch()
  const confirm = useConfirmChange({ playlistId: course.playlist._id, courseId: course._id })
  return (
    <Note>
      <div className={styles.line}>
        <span>
          {changed === 'video' ? (
            'New video since you watched.'
          ) : (
            <>
              {countOf(changedAt.length, 'correction was', 'corrections were')} added since you watched:{' '}
              {changedAt.map((at, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two corrections can be about the same second
                <Fragment key={index}>
                  {index > 0 && ', '}
                  <TimeLink at={at} onSeek={player.seek}>
                    <b>{formatTime(at)}</b>
                  </TimeLink>
                </Fragment>
              ))}
              .
            </>
          )}
        </span>
        <Button size="sm" onClick={() => confirm.mutate()}>
          Got it
        </Button>
      </div>
    </Note>
  )
}
