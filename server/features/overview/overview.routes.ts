import { countOf } from '#contract/format.ts'
import { overviewApi } from '#contract/overview/overview.ts'
import { audit } from '#server/auth/audit.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { transaction } from '#server/data/database.ts'
import { route } from '#server/http/route.ts'
import { reviveJobs } from '#server/jobs/jobs.queries.ts'
import { removeDemo, removeDemoByJob } from './demo.ts'
import { setChecklistHidden } from './overview.queries.ts'
import { overviewOf } from './overview.ts'
import { measureHourly } from './site-numbers.ts'
import { type MailConfig, sendTestMail } from './test-mail.ts'

interface OverviewOptions {
  config: MailConfig
  /** Deletes what the demo made for nobody, after its accounts. */
  afterDemo: () => Promise<void>
}

export function overviewRoutes(context: AppContext, { config, afterDemo }: OverviewOptions): void {
  const { db, jobs } = context

  route(context, overviewApi.get, { run: ({ reading }) => overviewOf({ ...context, reading }) })

  route(context, overviewApi.hideChecklist, {
    changes: () => NO_TAGS,
    run: async ({ body: { hidden } }) => {
      await setChecklistHidden(db, hidden ? new Date().toISOString() : null)
      return { success: true as const, message: hidden ? 'The list is hidden.' : 'The list is back.' }
    },
  })

  route(context, overviewApi.removeDemo, {
    changes: () => NO_TAGS,
    run: async ({ viewer: admin, meta }) => {
      await removeDemo(context, { admin, meta })
      return { success: true as const, message: 'The demo content is being removed.' }
    },
  })

  route(context, overviewApi.retryJob, {
    changes: () => NO_TAGS,
    run: async ({ viewer, meta, param }) => {
      const id = param('jobId')
      await transaction(db, async (trx, after) => {
        if ((await reviveJobs(trx, { id })) === 0) return
        await audit(trx, meta, { action: 'jobs.retried', actorId: viewer.id, subject: id })
        after(jobs.wake)
      })
      return { success: true as const, message: 'The job is tried again.' }
    },
  })

  route(context, overviewApi.retryJobs, {
    changes: () => NO_TAGS,
    run: async ({ viewer, meta, body: { kind } }) => {
      const count = await transaction(db, async (trx, after) => {
        const count = await reviveJobs(trx, { kind })
        const detail = { count, ...(kind !== undefined && { kind }) }
        if (count > 0) await audit(trx, meta, { action: 'jobs.retried', actorId: viewer.id, detail })
        after(jobs.wake)
        return count
      })
      const verb = count === 1 ? 'is' : 'are'
      return { success: true as const, message: `${countOf(count, 'job')} ${verb} tried again.` }
    },
  })

  route(context, overviewApi.testMail, {
    changes: () => NO_TAGS,
    run: ({ viewer }) => sendTestMail(context, config, viewer.id),
  })

  removeDemoByJob(context, afterDemo)
  measureHourly(context, config.DATA_DIR)
}
