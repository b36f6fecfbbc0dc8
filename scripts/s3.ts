/**
 * A private S3-compatible server for the tests: s3rver, installed into tools/s3 at the first use, with its objects in a
 * temporary folder. A proxy in front of it can simulate failures. `npm test` runs this file first, so that no two tests
 * install at once.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort, startProgram } from './start-program.ts'

const here = fileURLToPath(new URL('../tools/s3', import.meta.url))
const program = join(here, 'node_modules/s3rver/bin/s3rver.js')

/** How the proxy treats requests: it passes them on, never responds, responds 500, or cuts bodies in half. */
export type Fault = 'none' | 'slow' | 'failing' | 'cut'

export interface RunningS3 {
  /** Environment of a node that uses the proxy. */
  environment: Record<string, string>
  /** Sets the failure from now on, for all requests or only for those with this method. */
  fault: (fault: Fault, method?: string) => void
  /** The number of 500 responses so far. */
  failed: () => number
  /** Replaces the bucket by an empty one until the returned function is called. */
  setAside: () => Promise<() => Promise<void>>
  stop: () => Promise<void>
}

function install(): void {
  if (existsSync(program)) return
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
  if (status !== 0) throw new Error('s3rver could not be installed into tools/s3')
}

/** Starts a server with one empty bucket; `stop` it when done. */
export async function startS3(bucket = 'pictures'): Promise<RunningS3> {
  install()
  const folder = await mkdtemp(join(tmpdir(), 'lectern-s3-'))
  const words = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--configure-bucket', bucket]
  const { ready, end } = await startProgram([process.execPath, program, ...words], /listening on \S+:(\d+)/)
  let active: { fault: Fault; method?: string | undefined } = { fault: 'none' }
  let failed = 0
  const port = await freePort()
  const proxy = createServer((incoming, answer) => {
    const isMeant = active.method === undefined || incoming.method === active.method
    const fault = isMeant ? active.fault : 'none'
    if (fault === 'slow') return
    if (fault !== 'failing') return pass(Number(ready[1]), { incoming, answer, isCut: fault === 'cut' })
    failed += 1
    incoming.resume()
    answer.writeHead(500).end()
  }).listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    fault: (fault, method) => {
      active = { fault, method }
    },
    failed: () => failed,
    async setAside() {
      const current = join(folder, bucket)
      const aside = join(folder, `${bucket}-aside`)
      await rename(current, aside)
      await mkdir(current)
      return async () => {
        await rm(current, { recursive: true })
        await rename(aside, current)
      }
    },
    async stop() {
      proxy.close()
      proxy.closeAllConnections()
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Exchange {
  incoming: IncomingMessage
  answer: ServerResponse
  isCut: boolean
}

/** Sends half of the body with the content length of all, as a broken proxy does. */
function pass(port: number, { incoming, answer, isCut }: Exchange): void {
  const { method, url: path, headers } = incoming
  const relay = (upstream: IncomingMessage, body: Buffer) => {
    const sent = isCut ? body.subarray(0, body.length >> 1) : body
    const { 'transfer-encoding': _chunked, ...rest } = upstream.headers
    const length = method === 'HEAD' ? {} : { 'content-length': sent.length }
    answer.writeHead(upstream.statusCode ?? 502, { ...rest, ...length }).end(sent)
  }
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (upstream) => {
    buffer(upstream).then(
      (body) => relay(upstream, body),
      () => answer.destroy(),
    )
  })
  outgoing.on('error', () => answer.destroy())
  incoming.pipe(outgoing)
}

if (import.meta.main) install()
