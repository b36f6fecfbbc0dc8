import { learningApi } from '#contract/learning/learning.ts'
import type { AppContext } from '#server/context.ts'
import { isTimeZone, SITE_TIME_ZONE } from '#server/data/time-zones.ts'
import { route } from '#server/http/route.ts'
import { summarize } from './summary.ts'
import { markdownOf } from './summary-markdown.ts'

export function summaryRoutes(context: AppContext): void {
  route(context, learningApi.summary, {
    run: async ({ reading, viewer, param, query, header }) => {
      const summary = await summarize(reading, viewer, param('playlistId'))
      if (query.format !== 'markdown') return summary
      header('content-disposition', 'attachment; filename="finished.md"')
      const { timeZone = '' } = query
      return markdownOf(summary, {
        origin: context.mail.site.origin,
        timeZone: isTimeZone(timeZone) ? timeZone : SITE_TIME_ZONE,
      })
    },
  })
}
