import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type RunningS3, startS3 } from '#scripts/s3.ts'
import { endEverything, freePort } from '#scripts/start-program.ts'
import { decodes, filesNamed, lostIn, type Verdict, wrongCounts } from '#tests/faults/checker.ts'
import { createFixtures, type Fixtures } from '#tests/faults/client.ts'
import { createLedger, type Ledger } from '#tests/faults/ledger.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { type Node, startNode } from './node.ts'
import { type PostgresServer, startPrimary } from './postgres.ts'
import { type RedisServer, startRedisServer } from './redis.ts'

const BUCKET = 'lectern'

/** Two nodes and their services, each with its configuration from deploy/. */
export interface Cluster {
  primary: PostgresServer
  redis: RedisServer
  s3: RunningS3
  nodes: [Node, Node]
  nginx: Nginx
  /** The addresses of the nodes' services. */
  environment: Record<string, string>
  /** The rows that the writers use, and the writes that were acknowledged so far. */
  fixtures: Fixtures
  ledger: Ledger
  /** Compares the ledger with the content of PostgreSQL and the bucket. */
  check: (ledger: Ledger) => Promise<Verdict>
  close: () => Promise<void>
}

/** Starts the cluster in `folder`; takes some seconds. */
export async function startCluster(folder: string): Promise<Cluster> {
  const primary = await startPrimary()
  const redis = await startRedisServer()
  const s3 = await startS3(BUCKET)
  const ports = { site: await freePort(), first: await freePort(), second: await freePort() }
  const environment = {
    DATABASE_URL: primary.url,
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: `https://localhost:${ports.site}`,
    ...s3.environment,
  }
  // Both start at once: one migrates while the other waits.
  const nodes = await Promise.all([
    startNode({ port: ports.first, folder, environment }),
    startNode({ port: ports.second, folder, environment: { ...environment, UPLOAD_NODE: 'b' } }),
  ])
  const nginx = await startNginx(join(folder, 'nginx'), ports)
  const looked = new Set<string>()
  return {
    primary,
    redis,
    s3,
    nodes,
    nginx,
    environment,
    fixtures: await createFixtures(nodes[0].url),
    ledger: createLedger(join(folder, 'acknowledged')),
    async check(ledger) {
      const lost = await lostIn(primary.query, ledger)
      const pictures = await lostPictures(await filesNamed(primary.query), { nodes, looked })
      return { lost, wrong: [...(await wrongCounts(primary.query)), ...pictures] }
    },
    async close() {
      for (const { part } of nodes) await part.end('SIGTERM')
      await nginx.part.end('SIGTERM')
      await redis.close()
      await s3.stop()
      await primary.close()
      await endEverything()
    },
  }
}

/** Reads through the second node, so that nothing comes from the first node's cache. */
async function lostPictures(
  files: string[],
  { nodes, looked }: { nodes: [Node, Node]; looked: Set<string> },
): Promise<string[]> {
  const lost: string[] = []
  for (const file of files.filter((each) => !looked.has(each))) {
    const answer = await fetch(`${nodes[1].url}/media/${file}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status === 200 && (await decodes(bytes))) looked.add(file)
    else lost.push(`${file} is missing or damaged`)
  }
  return lost
}
