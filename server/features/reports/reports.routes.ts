import { REPORT_THANKS } from '#contract/reports/report-messages.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { announceRevisions } from '#server/features/review/notices.ts'
import { checkReviewer } from '#server/features/review/reviewers.ts'
import { route } from '#server/http/route.ts'
import { decideReports, reportToDecide } from './decide-reports.ts'
import { fileReport } from './file-report.ts'
import { listReports } from './report-list.queries.ts'

export function reportRoutes(context: AppContext): void {
  const { db, images } = context
  const { selfReview, reportsToHide } = context.settings

  route(context, reportsApi.create, {
    changes: () => NO_TAGS,
    status: ({ isNew }) => (isNew ? 201 : 200),
    run: async ({ viewer, body: draft }) => ({
      success: true as const,
      message: REPORT_THANKS,
      isNew: await fileReport(context, viewer, { draft, reportsToHide }),
    }),
  })

  route(context, reportsApi.list, {
    run: ({ reading, query }) => listReports(reading, query),
  })

  route(context, reportsApi.decide, {
    object: async ({ viewer, param }) => {
      const report = await reportToDecide(db, param('reportId'))
      if (report?.author_id != null) await checkReviewer(db, { admin: viewer, selfReview }, report.author_id)
      return report
    },
    run: async ({ viewer, object: report, body: { state, message }, meta }) => {
      const decider = { admin: viewer, meta }
      await images.release(await decideReports(context, decider, { report, state, message }))
      if (state === 'removed' && report.subject_kind !== 'comment')
        await announceRevisions(context, [report.subject_id])
      return { success: true as const, message: state === 'kept' ? 'Kept.' : 'Removed.' }
    },
  })
}
