import { figuresApi } from '#contract/insight/figures.ts'
import { teachingApi } from '#contract/insight/needs.ts'
import type { AppContext } from '#server/context.ts'
import { findUser } from '#server/features/account/users/users.ts'
import { route } from '#server/http/route.ts'
import { siteFigures, userFigures } from './figures.ts'
import { needsOf } from './needs.ts'

export function insightRoutes(context: AppContext): void {
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
