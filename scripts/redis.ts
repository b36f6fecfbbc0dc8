/**
 * Finds a redis-server for the tests, or installs Debian's, and starts private ones: a free port of this machine, nothing
 * kept on disk, ended with the process that started it. `npm test` runs this file first; it prints where the server is.
 * REDIS_SERVER names another one.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'

const PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server']

/** The path of a redis-server on this machine, or nothing. An explicit REDIS_SERVER is believed. */
export function findRedis(): string | undefined {
  return process.env.REDIS_SERVER || PLACES.find((place) => existsSync(place))
}

function installRedis(): void {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
  ]) {
    spawnSync('apt-get', words, { stdio: ['ignore', 'inherit', 'inherit'], env })
  }
}

/** Throws with one sentence when there is none and none can be installed. */
export function needRedis(): string {
  if (findRedis() === undefined) installRedis()
  const found = findRedis()
  if (found === undefined)
    throw new Error(
      'The tests need a redis-server. Install one, or name it: REDIS_SERVER=/path/to/redis-server',
    )
  return found
}

export interface RunningRedis {
  url: string
  /** SIGKILL: connections break. */
  kill: () => Promise<void>
  /** SIGSTOP: connections stay and nothing answers. */
  freeze: () => void
  thaw: () => void
  /** Starts it again on the same port, empty. */
  revive: () => Promise<void>
}

interface RedisOptions {
  /** Talks TLS alone, with this certificate. */
  tls?: { certificate: string; key: string }
}

/** A private server; `kill` it when done. */
export async function startRedis({ tls }: RedisOptions = {}): Promise<RunningRedis> {
  const program = needRedis()
  const port = await freePort()
  const listening = tls ? listeningWith(tls, port) : ['--port', String(port)]
  let server = await run(program, listening)
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  return {
    url: `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    async kill() {
      process.off('exit', endWithUs)
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    async revive() {
      server = await run(program, listening)
      process.once('exit', endWithUs)
    },
  }
}

function listeningWith({ certificate, key }: NonNullable<RedisOptions['tls']>, port: number): string[] {
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key]
  return ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...files]
}

async function run(program: string, listening: string[]): Promise<ChildProcess> {
  const settings = [...listening, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(program, [...settings, '--dir', tmpdir()], { stdio: ['ignore', 'pipe', 'inherit'] })
  let written = ''
  for await (const chunk of server.stdout) {
    written += String(chunk)
    if (written.includes('Ready to accept connections')) break
  }
  if (server.exitCode !== null) throw new Error(`redis-server did not start:\n${written}`)
  return server
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

if (import.meta.main) {
  try {
    console.log(`redis-server: ${needRedis()}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
