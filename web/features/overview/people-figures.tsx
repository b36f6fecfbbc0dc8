import { formatCount } from '#contract/format.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { Box } from './box.tsx'
import styles from './overview.module.css'

/** How many people there are, and how many of them are new. */
export function PeopleFigures({ people: { accounts, teachers, signUps } }: Pick<Overview, 'people'>) {
  return (
    <Box title="People" aside={<span className={styles.help}>Last 30 days</span>}>
      <dl className={styles.figures}>
        <div>
          <dt>Accounts</dt>
          <dd>{formatCount(accounts)}</dd>
        </div>
        <div>
          <dt>Sign-ups</dt>
          <dd>{signUps === null ? '–' : formatCount(signUps)}</dd>
        </div>
        <div>
          <dt>Teachers</dt>
          <dd>{formatCount(teachers)}</dd>
        </div>
      </dl>
    </Box>
  )
}
