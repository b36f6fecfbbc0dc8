import { formatCount } from '#contract/format.ts'
import type { Overview } from '#contract/overview/overview.ts'
import type { WaitingKind } from '#contract/overview/overview-kinds.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { formatAge } from '#web/ui/text/format.ts'
import { Box, Row } from './box.tsx'
import styles from './overview.module.css'

const KINDS: Record<WaitingKind, { title: string; icon: IconName; to: string; tone?: 'warn' | 'bad' }> = {
  submissions: { title: 'Submissions', icon: 'circle-check', to: '/admin/review', tone: 'warn' },
  reports: { title: 'Reports', icon: 'flag', to: '/admin/reports' },
  requests: { title: 'Requests to teach', icon: 'school', to: '/admin/people?tab=requests' },
  unavailable: {
    title: 'Unavailable videos',
    icon: 'video-off',
    to: '/admin/courses-admin?unavailable=true',
    tone: 'bad',
  },
}

/** What waits for an admin, and for how long. */
export function WaitingList({ waiting, medianHours }: Pick<Overview, 'waiting' | 'medianHours'>) {
  const rows = waiting.filter(({ count }) => count > 0)
  return (
    <Box title="Waiting for you">
      {rows.length === 0 ? (
        <p className={styles.nothing}>Nothing is waiting.</p>
      ) : (
        <ul>
          {rows.map(({ kind, count, since }) => {
            const { title, icon, to, tone } = KINDS[kind]
            return (
              <Row
                key={kind}
                icon={icon}
                tone={tone}
                title={title}
                detail={[
                  since !== null && `Oldest ${formatAge(Date.now() - Date.parse(since))}`,
                  kind === 'submissions' && medianHours !== null && `median wait ${medianHours} h`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              >
                <span className={styles.number}>{formatCount(count)}</span>
                <LinkButton size="sm" to={to} aria-label={`Open: ${title}`}>
                  Open
                </LinkButton>
              </Row>
            )
          })}
        </ul>
      )}
    </Box>
  )
}
