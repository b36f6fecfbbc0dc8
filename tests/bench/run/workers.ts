import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openTestApp, type RunningApp } from '#tests/e2e/server.ts'
import type { SiteFacts } from '../seed/facts.ts'
import { medianOf } from './median.ts'
import type { Whole } from './report.ts'
import { environmentOf } from './site.ts'
import { drive } from './wrk.ts'

const ROUNDS = 5
const CONNECTIONS = 16
const SECONDS = 1

interface WorkerPool {
  app: RunningApp
  folder: string
}

async function openPool(workers: number): Promise<WorkerPool> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-workers-'))
  await cp(resolve('.cache/bench/small'), folder, { recursive: true })
  const environment = { ...environmentOf('small'), DATA_DIR: folder, WORKERS: String(workers) }
  return { folder, app: await openTestApp(environment) }
}

/** Two processes on one SQLite file (`WORKERS=2`) and one on another like it, in turns, with what nobody asked for before. */
export async function gainOfWorkers(): Promise<Whole> {
  const pools = [await openPool(1), await openPool(2)] as const
  try {
    const { playlistIds }: SiteFacts = JSON.parse(await readFile(join(pools[0].folder, 'bench.json'), 'utf8'))
    const requests = playlistIds.map((id) => ({ path: `/api/playlists/${id}` }))
    const gains: number[] = []
    // The first round is for what is compiled and read for the first time.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const options = { requests, connections: CONNECTIONS, seconds: SECONDS, offset: round * 100 }
      const one = await drive(pools[0].app.url, options)
      const two = await drive(pools[1].app.url, options)
      if (round > 0) gains.push(two.rate / one.rate)
    }
    const gain = medianOf(gains)
    return {
      name: 'two workers on the small site, details of another playlist each time',
      figure: `${gain.toFixed(2)} × one process`,
      bar: '> 1',
      passed: gain > 1,
    }
  } finally {
    for (const { app, folder } of pools) {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
