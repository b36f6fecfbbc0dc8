import { setTimeout as delay } from 'node:timers/promises'
import { send } from './client.ts'

const ASK_AGAIN_MS = 20

export interface Reads {
  /** Milliseconds of each, ascending. */
  times: number[]
  /** How many were not answered with 200. */
  failed: number
}

/** Reads, one after the other, until told to stop. */
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

/** Of ascending numbers the one that this share of them does not exceed. */
export function percentile(numbers: number[], share: number): number {
  return numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN
}

export async function statusOf(url: string): Promise<number | undefined> {
  return (await send(url, 'GET'))?.status
}

/** Waits until it is so; gives how many milliseconds that took, or `Infinity` when it took longer than `limit`. */
export async function until(isSo: () => boolean | Promise<boolean>, limit: number): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > limit) return Number.POSITIVE_INFINITY
    await delay(ASK_AGAIN_MS)
  }
  return performance.now() - began
}
