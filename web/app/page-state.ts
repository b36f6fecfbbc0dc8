import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'
import type { Site } from '#web/core/app-context.tsx'

/** The state of a rendered page, sent to the browser as JSON in `#ssr-state`. */
export interface PageState {
  site: Site
  /** Absent on pages that the server could not render. */
  router?: HydrationState
  answers?: DehydratedState
}

/** Removes the fetch times, so that unchanged pages are identical and the browser can use its cached copy. */
export function withoutTimes(answers: DehydratedState): DehydratedState {
  const queries = answers.queries.map((query) => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0 },
  }))
  return { ...answers, queries }
}

/**
 * Marks the data of a rendered page as new, because the server has just sent or confirmed the page. A page that the
 * browser took from its own cache, as when going back, stays stale and is fetched again.
 */
export function withCurrentTime(answers: DehydratedState): DehydratedState {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit instanceof PerformanceNavigationTiming && visit.transferSize === 0) return answers
  const now = Date.now()
  for (const { state } of answers.queries) state.dataUpdatedAt = now
  return answers
}
