import type { Overview } from '#contract/overview/overview.ts'
import { Checklist } from './checklist.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { Operation } from './operation.tsx'
import styles from './overview.module.css'
import { PeopleFigures } from './people-figures.tsx'
import { Storage } from './storage.tsx'
import { WaitingList } from './waiting-list.tsx'

/** The parts of the overview, in two columns where there is room. */
export function OverviewParts({ overview }: { overview: Overview }) {
  const { checklist, demo } = overview
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <WaitingList waiting={overview.waiting} medianHours={overview.medianHours} />
        <PeopleFigures people={overview.people} />
        <FailedJobs jobs={overview.jobs} />
      </div>
      <div className={styles.column}>
        {checklist && <Checklist checklist={checklist} demo={demo} />}
        <Storage storage={overview.storage} />
        <Operation
          mail={overview.mail}
          backup={overview.backup}
          version={overview.version}
          commit={overview.commit}
        />
      </div>
    </div>
  )
}
