import { teachingApi } from '#contract/insight/needs.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { needsOf } from './needs.ts'

export function insightRoutes(context: AppContext): void {
  route(context, teachingApi.needs, {
    run: async ({ reading, viewer }) => ({ items: await needsOf(reading, viewer.id) }),
  })
}
