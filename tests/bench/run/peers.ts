import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#scripts/start-program.ts'
import type { Request } from './driving.ts'
import type { Write } from './raw-writes.ts'

/** A bare server that answers the same. */
export interface Peer {
  url: string
  pid: number
  stop: () => Promise<void>
}

export interface LimitServer extends Peer {
  /** From now on it answers as the site at `url` answers this, with `write` after such a transaction of its own. */
  imitate: (url: string, call: Request, write?: Write) => Promise<void>
}

const LIMIT = fileURLToPath(new URL('limit-server.ts', import.meta.url))

/** What it writes is on the disk of `data`, or in the PostgreSQL of `database`. */
export async function startLimit(data: string, database: string | undefined): Promise<LimitServer> {
  const child = fork(LIMIT, database === undefined ? [data] : [data, database])
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => end(child),
    async imitate(url, call, write) {
      const answer = await answerOf(url, call)
      const message = once(child, 'message')
      child.send({ ...answer, body: answer.body.toString('base64'), write })
      await message
    },
  }
}

/** What Node itself writes into the head of every answer is left to it. */
const NODES_OWN = ['date', 'connection', 'keep-alive', 'transfer-encoding']

interface Answer {
  status: number
  headers: [string, string][]
  body: Buffer
}

export function answerOf(
  url: string,
  { path, method = 'GET', headers = {}, body }: Request,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
          NODES_OWN.includes(name) || value === undefined ? [] : [[name, String(value)]],
        )
        resolve({ status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** nginx with one worker on the folder of pictures; `undefined` where it is not installed. */
export async function startNginx(media: string): Promise<Peer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-nginx-'))
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `user root; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000; types { image/webp webp; }
  server { listen 127.0.0.1:${port}; root ${media}; } }
`,
  )
  const child = spawn('nginx', ['-c', configuration, '-p', dirname(configuration)], { stdio: 'ignore' })
  const failed = await Promise.race([once(child, 'error').then(() => true), delay(500).then(() => false)])
  if (failed || child.exitCode !== null) return undefined
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}
