import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '#tests/faults/reading.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'
import { DEPLOY } from './config.ts'
import { inWords, isWhole, rejections, underLoad } from './load.ts'
import type { Node, Other } from './node.ts'
import { run } from './processes.ts'

const LONGEST_MS = 120_000
const HERE = 'touch "$0"; while [ -e "$0" ]; do sleep 0.05; done'

/** Runs deploy/rolling-update.sh as an operator does. This process owns the nodes, so it restarts them on request. */
export async function update({ nginx: { folder } }: Cluster, node: Node, other?: Other): Promise<void> {
  const restartFile = join(folder, `restart-${node.address}`)
  const nginx = `nginx -p ${folder} -c ${join(folder, 'nginx.conf')} -e ${join(folder, 'error.log')}`
  const env = {
    PATH: process.env.PATH,
    NODES: join(folder, 'lectern-nodes.conf'),
    NGINX: nginx,
    NGINX_PID: join(folder, 'nginx.pid'),
  }
  const script = run(join(DEPLOY, 'rolling-update.sh'), [node.address, 'sh', '-c', HERE, restartFile], {
    env,
  })
  const ended = script.then(
    () => true,
    () => true,
  )
  const stopped = Promise.race([ended, until(() => existsSync(restartFile), LONGEST_MS)])
  await stopped
  if (existsSync(restartFile)) {
    await node.restart(other)
    rmSync(restartFile)
  }
  await script
}

export const rollingUpdate: ClusterCheck = {
  id: 'rolling-update',
  title: 'both nodes are replaced under eight writers, one after the other',
  async run(cluster, say) {
    const began = performance.now()
    let took = 0
    const loaded = await underLoad(cluster, 'rolling', async () => {
      for (const node of cluster.nodes) await update(cluster, node)
      took = performance.now() - began
    })
    for (const line of [...loaded.lost, ...loaded.wrong].slice(0, 5)) say(line)
    const isRejected = Object.keys(loaded.answers).some((status) => Number(status) >= 300)
    return {
      held: isWhole(loaded) && !isRejected && loaded.unanswered + loaded.reads.failed === 0,
      figures: `in ${Math.round(took / 1000)} s, ${loaded.acknowledgedDuring} writes meanwhile: ${rejections(loaded)}; ${loaded.reads.times.length} reads, ${loaded.reads.failed} failed; ${inWords(loaded)}`,
    }
  },
}
