import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Drive, Driven } from './driving.ts'
import { driveFromNode } from './node-driver.ts'

const PATIENCE = 10
const hasWrk = () => spawnSync('wrk', ['-v']).error === undefined
const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

export const driver = () => (hasWrk() ? 'wrk' : 'our own client')

/** Sends the requests one after the other on each of the connections, for so many seconds. */
export async function drive(url: string, options: Drive): Promise<Driven> {
  const send = hasWrk() ? driveWrk : driveFromNode
  const once = (seconds: number) => send(url, { ...options, seconds })
  const driven = await once(options.seconds)
  // What takes longer than the whole time is given more of it, once.
  return driven.requests > 0 ? driven : once(options.seconds * PATIENCE)
}

async function driveWrk(url: string, options: Drive): Promise<Driven> {
  const script = join(folder, 'requests.lua')
  writeFileSync(script, scriptOf(options))
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t1', `-c${options.connections}`, `-d${options.seconds}s`, '--timeout', '10s', '-s', script],
    url,
  ])
  const [, figures = ''] = /@@(.*)/.exec(stdout) ?? []
  const [requests = 0, microseconds = 1, bytes = 0, failed = 0, p50 = 0, p99 = 0] = figures
    .split(' ')
    .map(Number)
  return {
    rate: requests / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    bytes: bytes / Math.max(1, requests),
    requests,
    failed,
  }
}

/** A text of Lua: bytes beyond ASCII stay as they are. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

function scriptOf({ requests, offset }: Drive): string {
  const made = requests.map(({ path, method = 'GET', headers = {}, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
    return `wrk.format(${quoted(method)}, ${quoted(path)}, {${lines.join(', ')}}, ${body === undefined ? 'nil' : quoted(body)})`
  })
  return `local requests = {}
local at = ${offset}
function init(args)
${made.map((line, n) => `  requests[${n + 1}] = ${line}`).join('\n')}
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("@@%d %d %d %d %d %d\\n", summary.requests, summary.duration, summary.bytes,
    e.status + e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`
}
