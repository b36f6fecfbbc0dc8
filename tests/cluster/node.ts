import { join } from 'node:path'
import type { Program } from '#scripts/start-program.ts'
import { statusOf, until } from '#tests/faults/reading.ts'
import { ADMIN } from '#tests/faults/site.ts'
import { launchLectern } from '#tests/start-lectern.ts'
import { environmentOf } from './config.ts'

const READY_WITHIN_MS = 60_000

/** One node of the built product. */
export interface Node {
  /** The node's own address, without nginx. */
  url: string
  address: string
  part: Program
  /** The unexpected errors in its log since its start or the last call. */
  unexpected: () => string[]
  /** Starts the node again, after SIGTERM if it still runs; optionally with another program or other settings. */
  restart: (other?: Other) => Promise<void>
}

export interface Other {
  /** The folder of another version. */
  program?: string
  environment?: Record<string, string>
}

interface NodeParts {
  port: number
  folder: string
  environment: Record<string, string>
}

function startProcess(
  { port, folder, environment }: NodeParts,
  { program: cwd, environment: others }: Other = {},
): Program {
  return launchLectern({
    ...(cwd !== undefined && { cwd }),
    environment: {
      ...environmentOf('lectern.env'),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, `node-${port}`),
      TRUST_PROXY: '127.0.0.1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT_SCALE: '100000',
      LOG_LEVEL: 'warn',
      OUTSIDE: 'off',
      ...environment,
      ...others,
    },
  })
}

async function ready(url: string, part: Program): Promise<void> {
  const isReady = async () => part.child.exitCode !== null || (await statusOf(`${url}/readyz`)) === 200
  await until(isReady, READY_WITHIN_MS)
  if ((await statusOf(`${url}/readyz`)) !== 200) throw new Error(`A node did not start:\n${part.log()}`)
}

/** Starts a node with the environment of deploy/lectern.env except for addresses, and waits until it is ready. */
export async function startNode(parts: NodeParts): Promise<Node> {
  const url = `http://127.0.0.1:${parts.port}`
  const printed = new Set<string>()
  const node: Node = {
    url,
    address: `127.0.0.1:${parts.port}`,
    part: startProcess(parts),
    unexpected() {
      const all = node.part
        .log()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line))
      const fresh = all.filter((line) => !printed.has(line))
      for (const line of fresh) printed.add(line)
      return fresh
    },
    async restart(other) {
      await node.part.end('SIGTERM')
      node.part = startProcess(parts, other)
      await ready(url, node.part)
    },
  }
  await ready(url, node.part)
  return node
}
