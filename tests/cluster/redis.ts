import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needProgram } from '#scripts/programs.ts'
import { freePort, launchProgram, type Program } from '#scripts/start-program.ts'
import { until } from '#tests/faults/reading.ts'
import { copyConfig } from './config.ts'

const STARTS_WITHIN_MS = 10_000

export interface RedisServer {
  url: string
  /** SIGKILL: connections break. */
  kill: () => Promise<void>
  /** On the same port, empty. */
  start: () => Promise<void>
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

async function startServer(program: string, folder: string): Promise<Program> {
  const part = launchProgram([program, join(folder, 'redis.conf')], { cwd: folder })
  await until(() => part.log().includes('Ready to accept') || part.child.exitCode !== null, STARTS_WITHIN_MS)
  if (!part.log().includes('Ready to accept')) throw new Error(`Redis did not start:\n${part.log()}`)
  return part
}

/** A Redis with the configuration of deploy/, on a private port. */
export async function startRedisServer(): Promise<RedisServer> {
  const program = needProgram('redis-server')
  const folder = await mkdtemp(join(tmpdir(), 'lectern-redis-'))
  const port = await freePort()
  copyConfig(['redis.conf'], folder, [
    ['bind 10.0.0.31', 'bind 127.0.0.1'],
    ['port 6379', `port ${port}`],
  ])
  let part = await startServer(program, folder)
  return {
    url: `redis://:change-me@127.0.0.1:${port}`,
    kill: () => part.end(),
    async start() {
      part = await startServer(program, folder)
    },
    freeze: () => part.child.kill('SIGSTOP'),
    thaw: () => part.child.kill('SIGCONT'),
    async close() {
      await part.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
