/**
 * Private Redis servers for the tests, on a free port and without files. REDIS_SERVER overrides the path of the program.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { freePort, needProgram, startProgram, tellWhere } from './programs.ts'

const PATHS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server']

/** The path of redis-server. Throws when it is missing and cannot be installed. */
export function needRedis(): string {
  return needProgram({
    find: () => process.env.REDIS_SERVER || PATHS.find((path) => existsSync(path)),
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
  /** Accepts only TLS, with this certificate. */
  tls?: { certificate: string; key: string }
}

/** Starts a private server; `kill` it when done. */
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
