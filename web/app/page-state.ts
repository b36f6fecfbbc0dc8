import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'
import type { Site } from '#web/core/parts.tsx'

/** What a rendered page hands to the browser, as JSON in `#ssr-state`. */
export interface PageState {
  site: Site
  /** Absent on pages that the server could not render. */
  router?: HydrationState
  answers?: DehydratedState
}

/** Without the time when they were read: a page that says the same is then the same, and who has it is not sent it again. */
export function undated(answers: DehydratedState): DehydratedState {
  return datedAt(answers, 0)
}

/**
 * The answers of a rendered page, as new as the page: the server has sent it, or said that it still holds. What the
 * browser took out of its history nobody was asked about, so that it is asked for again.
 */
export function dated(answers: DehydratedState): DehydratedState {
  const [visit] = performance.getEntriesByType('navigation')
  const isFromHistory =
    visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward' && visit.transferSize === 0
  return datedAt(answers, isFromHistory ? 0 : Date.now())
}

function datedAt(answers: DehydratedState, time: number): DehydratedState {
  const queries = answers.queries.map((query) => ({
    ...query,
    dehydratedAt: time,
    state: { ...query.state, dataUpdatedAt: time },
  }))
  return { ...answers, queries }
}
