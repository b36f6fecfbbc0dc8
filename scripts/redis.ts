/**
 * Private redis-servers for the tests: a free port of this machine, nothing kept on disk. REDIS_SERVER names another
 * program than the one that is found.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { freePort, needProgram, startProgram, tellWhere } from './programs.ts'

const PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server']

/** The path of a redis-server; throws with one sentence when there is none and none can be installed. */
export function needRedis(): string {
  return needProgram({
    find: () => process.env.REDIS_SERVER || PLACES.find((place) => existsSync(place)),
    packages: ['redis-server'],
    advice: 'The tests need a redis-server. Install one, or name it: REDIS_SERVER=/path/to/redis-server',
  })
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
  const port = String(await freePort())
  const secure = ['--port', '0', '--tls-port', port, '--tls-auth-clients', 'no']
  const listening = tls
    ? [...secure, '--tls-cert-file', tls.certificate, '--tls-key-file', tls.key]
    : ['--port', port]
  const settings = [
    ...listening,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    tmpdir(),
  ]
  const start = () => startProgram([needRedis(), ...settings], /Ready to accept connections/)
  let server = await start()
  return {
    url: `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    kill: () => server.end(),
    freeze: () => server.child.kill('SIGSTOP'),
    thaw: () => server.child.kill('SIGCONT'),
    async revive() {
      server = await start()
    },
  }
}

if (import.meta.main) tellWhere('redis-server', needRedis)
