import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'
import type { Site } from '#web/core/app-context.tsx'

/** What a rendered page hands to the browser, as JSON in `#ssr-state`. */
export interface PageState {
  site: Site
  /** Absent on pages that the server could not render. */
  router?: HydrationState
  answers?: DehydratedState
}

/** Without the time when they were read: a page that says the same is then the same, and who has it is not sent it again. */
export function undated(answers: DehydratedState): DehydratedState {
  const queries = answers.queries.map((query) => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0 },
  }))
  return { ...answers, queries }
}

/**
 * Makes the answers of a rendered page as new as the page: the server has sent it, or said that it still holds. What the
 * browser showed again without asking anybody, as it does on the way back, is asked for again.
 */
export function dated(answers: DehydratedState): DehydratedState {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit instanceof PerformanceNavigationTiming && visit.transferSize === 0) return answers
  const now = Date.now()
  for (const { state } of answers.queries) state.dataUpdatedAt = now
  return answers
}
