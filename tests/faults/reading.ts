import { setTimeout as delay } from 'node:timers/promises'
import { send } from './client.ts'

const ASK_AGAIN_MS = 20

export interface Reads {
  /** Milliseconds of each, ascending. */
  times: number[]
  /** The number of responses other than 200. */
  failed: number
}

/** Reads in sequence until `stop` aborts. */
export async function readUntil(url: string, stop: AbortSignal): Promise<Reads> {
  const times: number[] = []
  let failed = 0
  while (!stop.aborted) {
    const began = performance.now()
    const answer = await send(`${url}/api/playlists`, 'GET')
    times.push(performance.now() - began)
    if (answer?.status !== 200) failed += 1
  }
  return { times: times.toSorted((a, b) => a - b), failed }
}

/** The percentile of ascending numbers. */
export function percentile(numbers: number[], share: number): number {
  return numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN
}

export async function statusOf(url: string): Promise<number | undefined> {
  return (await send(url, 'GET'))?.status
}

/** Waits until the condition holds. Returns the milliseconds, or `Infinity` after `limit`. */
export async function until(isSo: () => boolean | Promise<boolean>, limit: number): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > limit) return Number.POSITIVE_INFINITY
    await delay(ASK_AGAIN_MS)
  }
  return performance.now() - began
}
