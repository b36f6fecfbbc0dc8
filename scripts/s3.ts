/**
 * A private S3-compatible server for the tests: s3rver, installed into tools/s3 at the first use, on a free port of this
 * machine, with its objects in a folder that goes with it. Before it stands a proxy that can be told to fail. `npm test`
 * runs this file first, so that no two tests install at once.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('../tools/s3', import.meta.url))
const program = join(here, 'node_modules/s3rver/bin/s3rver.js')

/** What the proxy does to requests: nothing, answer late for ever, answer 500, or cut bodies in half. */
export type Fault = 'none' | 'slow' | 'failing' | 'cut'

export interface RunningS3 {
  /** Settings of a node that goes through the proxy. */
  environment: Record<string, string>
  /** From now on, for requests of this method alone when one is given. */
  fault: (fault: Fault, method?: string) => void
  /** How many requests were answered 500 so far. */
  failed: () => number
  stop: () => Promise<void>
}

function install(): void {
  if (existsSync(program)) return
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
  if (status !== 0) throw new Error('s3rver could not be installed into tools/s3')
}

/** A server with one empty bucket; `stop` it when done. */
export async function startS3(bucket = 'pictures'): Promise<RunningS3> {
  install()
  const folder = await mkdtemp(join(tmpdir(), 'lectern-s3-'))
  const words = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--configure-bucket', bucket]
  const server = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  const proxy = await startProxy(await portOf(server))
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    fault: proxy.fault,
    failed: proxy.failed,
    async stop() {
      process.off('exit', endWithUs)
      proxy.close()
      if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function portOf(server: ChildProcess): Promise<number> {
  let written = ''
  for await (const chunk of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    written += String(chunk)
    const [, port] = /listening on \S+:(\d+)/.exec(written) ?? []
    if (port !== undefined) {
      server.stdout?.resume()
      return Number(port)
    }
  }
  throw new Error(`s3rver did not start:\n${written}`)
}

async function startProxy(target: number) {
  let fault: Fault = 'none'
  let only: string | undefined
  let failed = 0
  const server = createServer((incoming, answer) => {
    const now = only === undefined || incoming.method === only ? fault : 'none'
    if (now === 'slow') return
    if (now === 'failing') {
      failed += 1
      incoming.resume()
      answer.writeHead(500).end()
    } else {
      pass(target, { incoming, answer, isCut: now === 'cut' })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    fault: (next: Fault, method?: string) => {
      fault = next
      only = method
    },
    failed: () => failed,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Passing {
  incoming: IncomingMessage
  answer: ServerResponse
  isCut: boolean
}

function pass(port: number, { incoming, answer, isCut }: Passing): void {
  const { method, url: path, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (found) => {
    const chunks: Buffer[] = []
    found.on('data', (chunk: Buffer) => chunks.push(chunk))
    found.on('end', () => {
      const body = Buffer.concat(chunks)
      // As a broken proxy does: half of it, under a length that says it is whole.
      const sent = isCut ? body.subarray(0, body.length >> 1) : body
      const { 'transfer-encoding': _chunked, ...rest } = found.headers
      answer.writeHead(found.statusCode ?? 502, {
        ...rest,
        ...(method !== 'HEAD' && { 'content-length': sent.length }),
      })
      answer.end(sent)
    })
  })
  outgoing.on('error', () => answer.destroy())
  incoming.pipe(outgoing)
}

if (import.meta.main) install()
