import type { CallReply } from '#contract/api.ts'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { Subtabs, type Views } from '#web/ui/navigation/subtabs.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { DeskFilter } from './desk.queries.ts'
import styles from './desk-head.module.css'
import { summaryText, videoCount } from './words.ts'

interface DeskHeadProps {
  summary: CallReply<'review.list'>['summary'] | undefined
  /** Which list is shown. */
  state: DeskFilter['state']
}

const viewsOf = (summary: DeskHeadProps['summary']): Views<NonNullable<DeskFilter['state']>> => [
  { name: 'waiting', label: 'Waiting', count: summary?.waiting },
  { name: 'edited', label: 'Changed after approval' },
  { name: 'automatic', label: 'Approved automatically' },
]

/** Heading, summary and the lists of the desk. */
export function DeskHead({ summary, state }: DeskHeadProps) {
  const unavailable = summary?.unavailableVideos ?? 0
  return (
    <>
      <Crumb to="/admin">Admin</Crumb>
      <div className={styles.head}>
        <h1>Review desk</h1>
        {summary && <p>{summaryText(summary, Date.now())}</p>}
        {unavailable > 0 && (
          <p className={styles.warning}>
            <Icon name="video-off" size="sm" />
            {unavailable} unavailable {videoCount(unavailable).replace(/^\d+ /, '')}
          </p>
        )}
        <Subtabs label="Review desk" by="state" views={viewsOf(summary)} current={state ?? 'waiting'} />
      </div>
    </>
  )
}
