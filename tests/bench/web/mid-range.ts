/**
 * The mid-range phone: the processor that Chrome's developer tools call "mid-tier" since they are calibrated, like that of
 * a Pixel 5 (docs/decisions/0021). How much slower that is than this machine is measured, so that figures of one machine can
 * be laid beside those of another.
 */
import type { Browser } from '@playwright/test'
import { z } from 'zod'
import { install, MEASURES_OF_A_PAGE } from '#tests/lighthouse/visit.ts'

/** Its score in Lighthouse's measure of a processor. */
const MID_RANGE = 1000
/** At first. The best one counts: a neighbour lowers a score, which is taken on the wall, and not what a task takes of a processor. */
const SCORES = 5

const Measures = z.object({
  pageFunctions: z.object({
    computeBenchmarkIndex: z.custom<() => number>((value) => typeof value === 'function'),
  }),
})

export interface MidRange {
  /** How many times to slow the processor down now; 1 on a machine that is no faster. A second each time. */
  slowdown: () => Promise<number>
}

/** Measures this machine in a page of its own. */
export async function midRangeOn(browser: Browser): Promise<MidRange> {
  install()
  const { pageFunctions } = Measures.parse(await import(MEASURES_OF_A_PAGE))
  const page = await browser.newPage()
  const measure = () => page.evaluate(pageFunctions.computeBenchmarkIndex)
  // The first one finds the engine cold.
  await measure()
  const scores: number[] = []
  return {
    slowdown: async () => {
      do scores.push(await measure())
      while (scores.length < SCORES)
      return Math.max(1, ...scores.map((score) => score / MID_RANGE))
    },
  }
}
