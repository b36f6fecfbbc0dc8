import { Agent } from 'node:http'
import type { Request } from './driving.ts'
import { medianOf } from './median.ts'
import { send } from './node-driver.ts'
import type { Site } from './site.ts'

/** Requests of a user who waits for each answer; each is different work. */
export interface Questions {
  all: (site: Site) => Request[]
  /** Those that are the same work on a site of any size, where the others find more on a larger one. */
  alike: (site: Site) => Request[]
}

/** Milliseconds of each question, one list for each round. */
type Times = number[][]

export interface Answered {
  /** Of all questions, in milliseconds. */
  p99: number
  /** How much longer those alike take on the large site; absent without a small one. */
  growth: number | undefined
}

const MOST = 150

/** This many, evenly chosen from all. */
function some(requests: Request[]): Request[] {
  const step = Math.max(1, requests.length / MOST)
  const chosen = Array.from(
    { length: Math.min(MOST, requests.length) },
    (_, n) => requests[Math.floor(n * step)],
  )
  return chosen.filter((request) => request !== undefined)
}

/** Each at an address of its own, so that none is answered from memory. */
async function askAll(url: string, questions: Request[], mark: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const [index, { path, ...rest }] of questions.entries()) {
    const began = performance.now()
    const { status } = await send(url, agent, { ...rest, path: `${path}&${mark}.${index}` })
    if (status >= 400) throw new Error(`${path}: ${status}`)
    times.push(performance.now() - began)
  }
  agent.destroy()
  return times
}

/**
 * A question's time is the median of its rounds: where the machine stands still for a moment it stands still for one of
 * them, while a question that is much work is so in each. p99 is that of these.
 */
const ownTimes = (rounds: Times): number[] =>
  (rounds[0] ?? []).map((_, at) => medianOf(rounds.map((times) => times[at] ?? Number.NaN)))

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const meanOf = (values: number[]) => sumOf(values) / values.length

interface Comparison {
  large: Site
  small: Site | undefined
  rounds: number
}

/** The large site and the small one in turns. */
export async function alternate(
  { all, alike }: Questions,
  { large, small, rounds }: Comparison,
): Promise<Answered> {
  const of = { all: some(all(large)), alike: some(alike(large)), fewer: small ? some(alike(small)) : [] }
  const times: Record<keyof typeof of, Times> = { all: [], alike: [], fewer: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['all', 'alike', 'fewer'] as const) {
      const { app } = kind === 'fewer' && small ? small : large
      times[kind].push(await askAll(app.url, of[kind], `${kind}=${round}`))
    }
  }
  const sorted = ownTimes(times.all).toSorted((a, b) => a - b)
  return {
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
    growth: small && meanOf(ownTimes(times.alike)) / meanOf(ownTimes(times.fewer)),
  }
}
