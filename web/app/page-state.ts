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
