/**
 * `npm run test:cluster`: PostgreSQL, Redis, an S3-compatible store, two nodes and nginx on this machine,
 * and checks of them, all or those named: `npm run test:cluster -- F16`. Exits with 1 when one failed.
 */
import { needPrograms } from '#scripts/programs.ts'
import { inFolder } from '#tests/faults/fault.ts'
import type { ClusterCheck } from './check.ts'
import { clocksApart } from './clocks-apart.ts'
import { startCluster } from './cluster.ts'
import { failingStorage } from './failing-storage.ts'
import { overHttp2 } from './http2.ts'
import { killedJobs } from './killed-jobs.ts'
import { killedNode } from './killed-node.ts'
import { liveComments } from './live-comments.ts'
import { logOut } from './log-out.ts'
import { type Result, report } from './report.ts'
import { rollingUpdate } from './rolling-update.ts'
import { seenAtOnce } from './seen-at-once.ts'
import { frozenPostgres, killedBackends, stoppedPostgres } from './stopped-postgres.ts'
import { frozenRedis, killedRedis } from './stopped-redis.ts'
import { suspension } from './suspension.ts'
import { twoVersions } from './two-versions.ts'
import { uploads } from './uploads.ts'
import { withoutRedis } from './without-redis.ts'

const CHECKS: readonly ClusterCheck[] = [
  seenAtOnce,
  logOut,
  suspension,
  liveComments,
  uploads,
  rollingUpdate,
  twoVersions,
  clocksApart,
  overHttp2,
  killedNode,
  killedJobs,
  stoppedPostgres,
  frozenPostgres,
  killedBackends,
  killedRedis,
  frozenRedis,
  withoutRedis,
  failingStorage,
]

const chosen = process.argv.slice(2)
const unknown = chosen.find((id) => !CHECKS.some((check) => check.id === id))
if (unknown !== undefined) {
  console.error(`There is no ${unknown}. There are: ${CHECKS.map(({ id }) => id).join(', ')}`)
  process.exit(1)
}

async function runAll(folder: string): Promise<Result[]> {
  const cluster = await startCluster(folder)
  console.log(
    `The site is at ${cluster.nginx.url}, its nodes at ${cluster.nodes.map(({ url }) => url).join(' and ')}`,
  )
  const results: Result[] = []
  try {
    for (const check of CHECKS) {
      if (chosen.length > 0 && !chosen.includes(check.id)) continue
      console.log(`\n${check.id}  ${check.title}`)
      const began = performance.now()
      const outcome = await check.run(cluster, (line) => console.log(`     ${line}`))
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`     ${outcome.held ? 'HELD' : 'BROKEN'} in ${seconds} s: ${outcome.figures}`)
      for (const { url, unexpected } of cluster.nodes) {
        for (const line of unexpected().slice(0, 3)) console.log(`       ${url} said ${line.slice(0, 600)}`)
      }
      results.push({ check, outcome })
      report(
        results,
        CHECKS.map(({ id }) => id),
      )
    }
  } finally {
    await cluster.close()
  }
  return results
}

needPrograms('test:cluster', ['nginx', 'openssl', 'redis-server', 'initdb', 'ffmpeg'])
const results = await inFolder(runAll)
const broken = results.filter(({ outcome }) => !outcome.held)
console.log(`\n${results.length - broken.length} held, ${broken.length} broken`)
process.exit(broken.length > 0 ? 1 : 0)
