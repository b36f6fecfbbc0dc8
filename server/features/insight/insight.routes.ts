import { figuresApi } from '#contract/insight/figures.ts'
import { teachingApi } from '#contract/insight/needs.ts'
import { numbersApi } from '#contract/insight/numbers.ts'
import { privacyApi } from '#contract/insight/privacy.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { findUser } from '#server/features/account/users/users.ts'
import { route } from '#server/http/route.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { workOnFigures } from './counting/jobs.ts'
import { siteFigures, userFigures } from './figures.ts'
import { needsOf } from './needs.ts'
import { readNumbers } from './numbers.queries.ts'
import { changePrivacy, privacyOf } from './privacy.ts'

export function insightRoutes(context: AppContext): void {
  const { db } = context
  workOnFigures(context)
  analyticsRoutes(context)

  route(context, numbersApi.get, { run: ({ reading, query: { days } }) => readNumbers(reading, days) })

  route(context, privacyApi.get, { run: ({ reading, viewer }) => privacyOf(reading, viewer) })

  route(context, privacyApi.update, {
    changes: () => NO_TAGS,
    run: async ({ viewer, body }) => ({
      success: true as const,
      message: 'Saved.',
      ...(await changePrivacy(db, viewer, body)),
    }),
  })

  route(context, teachingApi.needs, {
    run: async ({ reading, viewer }) => ({ items: await needsOf(reading, viewer.id) }),
  })

  route(context, figuresApi.site, { run: ({ reading }) => siteFigures(reading) })

  route(context, figuresApi.user, {
    object: async ({ reading, viewer, param }) => {
      const found = await findUser(reading, viewer, param('userId'))
      const isHidden = found?.user.profilePrivate && !viewer?.isAdmin && viewer?.id !== found.user._id
      return isHidden ? undefined : found
    },
    run: ({ reading, viewer, object: { user } }) => userFigures(reading, viewer, user._id),
  })
}
