import type { CallReply } from '#contract/api.ts'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import subtabs from '#web/ui/navigation/subtabs.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { DeskFilter } from './desk.queries.ts'
import styles from './desk-head.module.css'
import { summaryText, videoCount } from './words.ts'

interface DeskHeadProps {
  summary: CallReply<'review.list'>['summary'] | undefined
  /** Which list is shown. */
  state: DeskFilter['state']
}

const LISTS = [
  { state: 'edited', name: 'Changed after approval' },
  { state: 'automatic', name: 'Approved automatically' },
] as const

const pageIf = (isCurrent: boolean) => (isCurrent ? 'page' : undefined)

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
        <nav className={subtabs.bar} aria-label="Review desk">
          <Link to="/admin/review" aria-current={pageIf(state === 'waiting')} viewTransition={false}>
            Waiting {summary && <span className={subtabs.count}>{summary.waiting}</span>}
          </Link>
          {LISTS.map((list) => (
            <Link
              key={list.state}
              to={`/admin/review?state=${list.state}`}
              aria-current={pageIf(state === list.state)}
              viewTransition={false}
            >
              {list.name}
            </Link>
          ))}
        </nav>
      </div>
    </>
  )
}
