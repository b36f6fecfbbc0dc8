import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createFixtures } from '#tests/faults/client.ts'
import { inFolder, type Outcome } from '#tests/faults/fault.ts'
import { createLedger } from '#tests/faults/ledger.ts'
import { root } from '#tests/start-lectern.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { inWords, isWhole, type Loaded, rejections, underLoad } from './load.ts'
import { type Loads, loadUntil } from './pages.ts'
import { type Previous, previousVersion, withoutNewest } from './previous.ts'
import { run } from './processes.ts'
import { type Restricted, restrictBeside } from './restrict-beside.ts'
import { update } from './rolling-update.ts'

const TOGETHER_MS = 5000

/** The problems that `npm run doctor` reports; empty when it succeeds. */
async function problems(environment: Record<string, string>): Promise<string[]> {
  const env = { PATH: process.env.PATH, ...environment }
  return run(process.execPath, ['server/cli/doctor.ts'], { cwd: root, env }).then(
    () => [],
    (error: unknown) => {
      const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
      return output.split('\n').filter((line) => /PROBLEM|rror/.test(line))
    },
  )
}

interface Updated {
  older: Previous
  loaded: Loaded
  loads: Loads
  restricted: Restricted
}

/** Updates a site of an older version node by node under load; in between an older node has to restart. */
async function updateUnderLoad(
  cluster: Cluster,
  folder: string,
  say: (line: string) => void,
): Promise<Updated> {
  const [a, b] = cluster.nodes
  const lesser = await withoutNewest(join(folder, 'lesser'))
  const older = (await previousVersion(join(folder, 'older'))) ?? lesser
  // Without a history there is no program for the older tables, so this version creates them.
  if (older === lesser) await a.restart()
  await Promise.all([a, b].map((node) => node.restart({ program: older.folder })))
  const site = {
    ...cluster,
    fixtures: await createFixtures(a.url),
    ledger: createLedger(join(folder, 'acknowledged')),
  }
  const stop = new AbortController()
  let loads: Loads | undefined
  let restricted: Restricted = 'served'
  const loaded = await underLoad(site, 'versions', async () => {
    const loading = loadUntil(site.nginx.url, `/playlist-details/${site.fixtures.playlistId}`, stop.signal)
    await delay(TOGETHER_MS)
    await update(site, a)
    say(`${older.name} beside this one`)
    restricted = await restrictBeside({ newer: a.url, older: b.url, token: site.fixtures.teacher.token })
    await delay(TOGETHER_MS)
    await update(site, b, { program: lesser.folder })
    say(`${lesser.name} beside this one, started after it`)
    await delay(TOGETHER_MS)
    await update(site, b)
    await delay(TOGETHER_MS)
    stop.abort()
    loads = await loading
  })
  return { older, loaded, restricted, loads: loads ?? { pages: 0, assets: new Set(), failed: [] } }
}

async function tryIt(cluster: Cluster, folder: string, say: (line: string) => void): Promise<Outcome> {
  const { older, loaded, restricted, loads } = await updateUnderLoad(cluster, folder, say)
  const found = await problems({ DATA_DIR: folder, ...cluster.environment })
  for (const line of [...loaded.lost, ...loaded.wrong, ...loads.failed, ...found].slice(0, 9)) say(line)
  const isRejected = Object.keys(loaded.answers).some((status) => Number(status) >= 300)
  const faults = loaded.unanswered + loaded.reads.failed + loads.failed.length + found.length
  return {
    held: isWhole(loaded) && !isRejected && faults === 0 && restricted !== 'served',
    figures: `${older.name} and this one: ${loaded.acknowledgedDuring} writes meanwhile: ${rejections(loaded)}; ${loaded.reads.times.length} reads, ${loaded.reads.failed} failed; ${loads.pages} pages with ${loads.assets.size} different files of theirs, ${loads.failed.length} failed; a playlist for members is ${restricted}; an older node starts on the newer tables; the doctor finds ${found.length} problems; ${inWords(loaded)}`,
  }
}

export const twoVersions: ClusterCheck = {
  id: 'two-versions',
  title: 'a site of the previous version is updated under eight writers; both versions on one database',
  async run(cluster, say) {
    const end = () => Promise.all(cluster.nodes.map(({ part }) => part.end('SIGTERM')))
    await end()
    const putBack = [await cluster.primary.setAside(), await cluster.s3.setAside()]
    try {
      return await inFolder((folder) => tryIt(cluster, folder, say))
    } finally {
      await end()
      for (const each of putBack) await each()
      await Promise.all(cluster.nodes.map((node) => node.restart()))
    }
  },
}
