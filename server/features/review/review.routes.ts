import { ACCESS } from '#contract/access.ts'
import { reviewApi } from '#contract/review.ts'
import type { AppContext } from '#server/context.ts'

export function reviewRoutes({ permissions }: AppContext): void {
  for (const { name } of Object.values(reviewApi)) permissions.rowOf(name, 'of' in ACCESS[name])
}
