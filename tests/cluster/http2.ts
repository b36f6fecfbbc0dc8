import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#scripts/start-program.ts'
import { inFolder, type Outcome } from '#tests/faults/fault.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { type Browser, openBrowser } from './http2-client.ts'
import { startNginx } from './nginx.ts'
import { run } from './processes.ts'

const BROWSERS = 4
const AT_ONCE = 3
const RELOADS = 8
const EVERY_MS = 1500

/** Reads and writes alternately; returns the number of requests and the failed ones. */
async function useUntil(browser: Browser, { fixtures }: Cluster, [n, stop]: [number, AbortSignal]) {
  const token = fixtures.students[n % fixtures.students.length]
  const rejected: number[] = []
  let sent = 0
  while (!stop.aborted) {
    const json = { courseId: fixtures.courseId, text: `over HTTP/2 ${n} ${sent}` }
    const status =
      sent % 3 === 0
        ? await browser.send({ method: 'POST', path: '/api/comments', token, json })
        : await browser.send({ method: 'GET', path: `/api/comments?courseId=${fixtures.courseId}`, token })
    if (![200, 201].includes(status)) rejected.push(status)
    sent += 1
  }
  return { sent, rejected }
}

async function tryIt(cluster: Cluster, folder: string): Promise<Outcome> {
  const [first, second] = cluster.nodes.map(({ url }) => Number(new URL(url).port))
  const ports = { site: await freePort(), first: first ?? 0, second: second ?? 0 }
  const nginx = await startNginx(join(folder, 'nginx'), ports, 'http2')
  const ca = readFileSync(join(nginx.folder, 'fullchain.pem'))
  const browsers = Array.from({ length: BROWSERS }, () => openBrowser(nginx.url, ca))
  const stop = new AbortController()
  const using = browsers.flatMap((browser, n) =>
    Array.from({ length: AT_ONCE }, (_, at) => useUntil(browser, cluster, [n * AT_ONCE + at, stop.signal])),
  )
  for (let n = 0; n < RELOADS; n += 1) {
    await delay(EVERY_MS)
    await run('nginx', [...nginx.words, '-s', 'reload'])
  }
  await delay(EVERY_MS)
  stop.abort()
  const used = await Promise.all(using)
  for (const browser of browsers) browser.close()
  await nginx.part.end('SIGTERM')
  const sent = used.reduce((sum, each) => sum + each.sent, 0)
  const rejected = used.flatMap((each) => each.rejected)
  const goaways = browsers.reduce((sum, each) => sum + each.goaways, 0)
  const again = browsers.reduce((sum, each) => sum + each.again, 0)
  return {
    held: rejected.length === 0 && goaways > 0,
    figures: `${RELOADS} reloads under ${BROWSERS} connections with ${AT_ONCE} requests each: ${goaways} GOAWAY frames, ${again} requests sent again because nginx had not begun with them, ${rejected.length} of ${sent} failed${rejected.length > 0 ? ` (${rejected.join(', ')})` : ''}`,
  }
}

export const overHttp2: ClusterCheck = {
  id: 'http2',
  title: 'nginx is reloaded, as a rolling update does, while browsers use HTTP/2',
  run: (cluster) => inFolder((folder) => tryIt(cluster, folder)),
}
