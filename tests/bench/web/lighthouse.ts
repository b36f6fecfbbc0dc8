import { findBrowser } from '#scripts/browser.ts'
import { CATEGORIES, FLOORS, install, measure } from '#tests/lighthouse/visit.ts'
import type { Row } from './row.ts'
import type { CrowdedSite } from './site.ts'

const PAINT_MAX_MS = 1500
const SHIFT_MAX = 0.01
const BLOCKING_MAX_MS = 120

/** Lighthouse's phone profile on each page. */
export function lighthouse(
  { url }: CrowdedSite,
  { pages, rounds }: { pages: string[]; rounds: number },
): Row[] {
  install()
  const browser = findBrowser() ?? ''
  return pages.map((path) => {
    const { scores, largestPaint, layoutShift, blockingTime, speed } = measure(
      `${url}${path}`,
      browser,
      rounds,
    )
    const figures = CATEGORIES.map((category) => scores[category]).join(' ')
    return {
      part: 'Lighthouse',
      what: path,
      figure: `${figures}; LCP ${(largestPaint / 1000).toFixed(2)} s, CLS ${layoutShift.toFixed(3)}, TBT ${blockingTime.toFixed(0)} ms (machine ${speed.toFixed(0)})`,
      bar: '≥ 97 100 100 100; LCP ≤ 1.5 s, CLS ≤ 0.01, TBT ≤ 120 ms',
      passed:
        CATEGORIES.every((category) => scores[category] >= FLOORS[category]) &&
        largestPaint <= PAINT_MAX_MS &&
        layoutShift <= SHIFT_MAX &&
        blockingTime <= BLOCKING_MAX_MS,
    }
  })
}
