import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Request } from './driving.ts'
import { medianOf } from './median.ts'
import { send } from './node-driver.ts'
import type { Whole } from './report.ts'
import { progressSaves } from './rows.ts'
import type { Site } from './site.ts'
import { drive } from './wrk.ts'

const ROUNDS = 9
const CONNECTIONS = 16
const SECONDS = 3
/** Each of them saves every ten seconds. */
const VIEWERS = 2000
const SAVES_PER_SECOND = VIEWERS / 10
const P99_MAX = 1.3

/** Sends saves at their own pace, however long an answer takes, until `stop` aborts; returns how many were answered. */
async function saveOn(url: string, requests: Request[], stop: AbortSignal): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const answers: Promise<{ status: number }>[] = []
  const began = performance.now()
  while (!stop.aborted) {
    const due = ((performance.now() - began) / 1000) * SAVES_PER_SECOND
    while (answers.length < due) {
      const next = requests[answers.length % requests.length]
      // A save whose connection breaks counts as not answered.
      if (next) answers.push(send(url, agent, next).catch(() => ({ status: 0 })))
    }
    await delay(5)
  }
  const saved = (await Promise.all(answers)).filter(({ status }) => status === 200)
  agent.destroy()
  return saved.length
}

/** p99 of playlists, another each time, alone and while 2,000 viewers save their progress, in turns. */
export async function readsBesideSavers(site: Site): Promise<Whole> {
  const { url } = site.app
  const saves = await progressSaves(site)
  const reads = site.facts.playlistIds.map((id) => ({ path: `/api/playlists/${id}` }))
  const slower: number[] = []
  let saved = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const options = { requests: reads, connections: CONNECTIONS, seconds: SECONDS, offset: 0 }
    const alone = await drive(url, options)
    const stop = new AbortController()
    const saving = saveOn(url, saves, stop.signal)
    const beside = await drive(url, options)
    stop.abort()
    saved += await saving
    slower.push(beside.p99 / alone.p99)
  }
  const times = medianOf(slower)
  return {
    name: `p99 of playlists, another each time, while ${VIEWERS} viewers save (${Math.round(saved / (ROUNDS * SECONDS))} saves a second)`,
    figure: `${times.toFixed(2)} × alone`,
    bar: `≤ ${P99_MAX}`,
    passed: times <= P99_MAX,
  }
}
