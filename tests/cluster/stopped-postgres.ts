import { setTimeout as delay } from 'node:timers/promises'
import { percentile, readUntil } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { inWords, isWhole, type Loaded, rejections, underLoad } from './load.ts'

const STOPPED_MS = 10_000
const FROZEN_MS = 20_000
/** Two seconds, plus the delay of a timer on a busy machine. */
const FROZEN_ANSWER_MS = 2500
const REJECTED_MS = 50
const BACK_MS = 1000
const KILLS = 60
const KILL_EVERY_MS = 200

const WRITES = '/api/comments'

/** Whether all failed requests got a 503. */
function onlyRejected({ answers, unanswered }: Loaded): boolean {
  return unanswered === 0 && Object.keys(answers).every((status) => ['200', '201', '503'].includes(status))
}

function areAlive({ nodes }: Cluster): boolean {
  return nodes.every(({ part }) => part.child.exitCode === null)
}

/** The durations of rejections while PostgreSQL is down, in ascending milliseconds, for requests that no cache can answer. */
async function rejectedIn({ nodes: [, node], fixtures }: Cluster, milliseconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const began = performance.now()
    const answer = await fetch(`${node.url}${WRITES}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixtures.students[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ courseId: fixtures.courseId, text: 'Nobody hears this.' }),
    })
    await answer.text()
    if (answer.status === 503) times.push(performance.now() - began)
    await delay(20)
  }
  return times.toSorted((a, b) => a - b)
}

export const stoppedPostgres: ClusterCheck = {
  id: 'F16',
  title: 'PostgreSQL is stopped for ten seconds and started again',
  async run(cluster, say) {
    let times: number[] = []
    const loaded = await underLoad(cluster, 'F16', async () => {
      await cluster.primary.stopAtOnce()
      times = await rejectedIn(cluster, STOPPED_MS)
      await cluster.primary.start()
    })
    for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
    const median = percentile(times, 0.5)
    return {
      held:
        isWhole(loaded) &&
        onlyRejected(loaded) &&
        areAlive(cluster) &&
        median < REJECTED_MS &&
        loaded.healed <= BACK_MS,
      figures: `${rejections(loaded)}; a rejection takes ${Math.round(median)} ms (p99 ${Math.round(percentile(times, 0.99))} ms); writes are taken ${Math.round(loaded.healed)} ms after it takes connections, no node restarted; ${inWords(loaded)}`,
    }
  },
}

export const frozenPostgres: ClusterCheck = {
  id: 'F17',
  title: 'PostgreSQL is frozen for twenty seconds (SIGSTOP)',
  async run(cluster, say) {
    let times: number[] = []
    const loaded = await underLoad(cluster, 'F17', async () => {
      await cluster.primary.freeze()
      times = await rejectedIn(cluster, FROZEN_MS)
      cluster.primary.thaw()
    })
    for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
    const slowest = percentile(times, 1)
    return {
      held: isWhole(loaded) && onlyRejected(loaded) && areAlive(cluster) && slowest <= FROZEN_ANSWER_MS,
      figures: `${rejections(loaded)}; a rejection takes ${Math.round(percentile(times, 0.5))} ms, at most ${Math.round(slowest)} ms; writes are taken ${Math.round(loaded.healed)} ms after it resumes; ${inWords(loaded)}`,
    }
  },
}

export const killedBackends: ClusterCheck = {
  id: 'F18',
  title: 'the connections of the nodes are ended repeatedly, during any statement',
  async run(cluster, say) {
    let ended = 0
    let reads = 0
    let failed = 0
    const loaded = await underLoad(cluster, 'F18', async () => {
      const reading = readUntil(cluster.nodes[0].url, AbortSignal.timeout(KILLS * KILL_EVERY_MS))
      for (let n = 0; n < KILLS; n += 1) {
        ended += await cluster.primary.endConnections()
        await delay(KILL_EVERY_MS)
      }
      const seen = await reading
      reads = seen.times.length
      failed = seen.failed
    })
    for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
    return {
      held: isWhole(loaded) && onlyRejected(loaded) && areAlive(cluster),
      figures: `${ended} connections ended in ${KILLS} rounds; ${rejections(loaded)}, nothing twice; ${reads} reads meanwhile, ${failed} rejected; ${inWords(loaded)}`,
    }
  },
}
