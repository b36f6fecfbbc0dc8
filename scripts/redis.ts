/** Private Redis servers for the tests, on a free port and without files. */
import { tmpdir } from 'node:os'
import { needProgram } from './programs.ts'
import { freePort, startProgram } from './start-program.ts'

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
  const inMemory = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const settings = [...listening, ...inMemory]
  const start = () => startProgram([needProgram('redis-server'), ...settings], /Ready to accept connections/)
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
