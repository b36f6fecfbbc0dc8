import { homeApi } from '#contract/learning/home.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { readHome } from './home.ts'

export function homeRoutes(context: AppContext): void {
  route(context, homeApi.get, {
    run: ({ reading, viewer }) => readHome({ ...context, db: reading }, viewer),
  })
}
