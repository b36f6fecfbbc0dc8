import { countOf, formatCount } from '#contract/format.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatFullTime } from '#web/ui/text/format.ts'
import { Box, Row } from './box.tsx'
import styles from './overview.module.css'
import { useRetry } from './overview.queries.ts'

/** Jobs that failed for good. */
export function FailedJobs({ jobs: { count, items } }: Pick<Overview, 'jobs'>) {
  const retryAll = useRetry()
  return (
    <Box
      title="Failed jobs"
      aside={
        count > 0 && (
          <>
            <span className={styles.failed}>
              <Icon name="alert-circle" />
              {formatCount(count)} failed
            </span>
            <Button
              size="sm"
              className={styles.end}
              busy={retryAll.isPending}
              onClick={() => retryAll.mutate(undefined)}
            >
              <Icon name="refresh" />
              Try all again
            </Button>
          </>
        )
      }
    >
      {count === 0 ? (
        <p className={styles.nothing}>No job has failed.</p>
      ) : (
        <ul>
          {items.map((job) => (
            <Job key={job._id} job={job} />
          ))}
        </ul>
      )}
      {count > items.length && (
        <p className={styles.nothing}>and {countOf(count - items.length, 'older one')}</p>
      )}
    </Box>
  )
}

function Job({ job: { _id, title, error, tries, at } }: { job: Overview['jobs']['items'][number] }) {
  const retry = useRetry()
  const detail = [error, countOf(tries, 'try', 'tries'), formatFullTime(at)].filter(Boolean).join(' · ')
  return (
    <Row icon="alert-triangle" tone="bad" title={title} detail={detail}>
      <Button
        size="sm"
        variant="ghost"
        busy={retry.isPending}
        aria-label={`Try again: ${title}`}
        onClick={() => retry.mutate(_id)}
      >
        <Icon name="refresh" />
        Try again
      </Button>
    </Row>
  )
}
