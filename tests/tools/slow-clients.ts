import { setTimeout as delay } from 'node:timers/promises'
import { openTestApp, type RunningApp } from '#tests/e2e/server.ts'
import { sampleOf } from '#tests/soak/samples.ts'
import { WITHOUT_FFMPEG } from '#tests/start-lectern.ts'
import { type Attack, runProgram } from './tool.ts'

const CONNECTIONS = 1000
const A_SECOND = 200
const SECONDS = 90
const LIMIT_MS = 150_000
const READ_EVERY_MS = 50
const SECOND = 1000
/** The reader's own connection, and files that are open for a moment. */
const OTHERS = 12
const QUIET_MS = 5000
/** By how much a read may take longer than it took before the attack, in the middle. */
const READS_SLOWER_MS = 50

interface Mode {
  name: string
  options: readonly string[]
  /** Without one, the largest file. */
  path?: string
  /** Seconds after the last connection began by which the server has ended every one. */
  ended: number
}

/** How each mode holds connections open: headers that never end, a body that trickles, an answer nobody takes. */
const MODES: readonly Mode[] = [
  { name: 'slow headers', options: ['-H', '-i', '5'], path: '/', ended: 15 },
  {
    name: 'slow body',
    options: ['-B', '-i', '5', '-s', '8192', '-f', 'application/json'],
    path: '/api/auth/login',
    ended: 25,
  },
  {
    name: 'slow read',
    options: ['-X', '-k', '4', '-n', '2', '-z', '8', '-w', '1', '-y', '128'],
    ended: 75,
  },
]

interface Reads {
  times: number[]
  failed: number
}

/** Somebody else who reads meanwhile, each time over a connection of their own making. */
async function readOn(url: string, stop: AbortSignal): Promise<Reads> {
  const times: number[] = []
  let failed = 0
  while (!stop.aborted) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/playlists?limit=20`, { headers: { connection: 'close' } }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer().catch(() => undefined)
    times.push(performance.now() - began)
    if (answer?.status !== 200) failed += 1
    await delay(READ_EVERY_MS)
  }
  return { times: times.toSorted((a, b) => a - b), failed }
}

/** What the server itself holds open each second: slowhttptest cannot see that a connection nobody reads has ended. */
async function holdOn({ pid }: RunningApp, stop: AbortSignal): Promise<number[]> {
  const held: number[] = []
  while (!stop.aborted) {
    held.push(sampleOf(pid, 0).descriptors)
    await delay(SECOND)
  }
  return held
}

interface Course {
  /** The most connections that the server held at once. */
  most: number
  /** The second after which it held none of them any more; `undefined` when it held some until the end. */
  over: number | undefined
}

/** The tool ends by itself when nothing is left to hold, and lets go of everything when its time is over. */
function courseOf(held: readonly number[], { quiet, took }: { quiet: number; took: number }): Course {
  const open = held.map((descriptors) => Math.max(0, descriptors - quiet))
  const last = open.findLastIndex((count) => count > OTHERS)
  const most = Math.max(...open)
  if (last < open.length - 2) return { most, over: last + 1 }
  return { most, over: took < SECONDS - 2 ? Math.ceil(took) : undefined }
}

/** The largest file of the site, for an answer that fits into nobody's buffers. */
async function largestFile(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  return /\/assets\/vendor-[\w-]+\.js/.exec(page)?.[0] ?? '/'
}

async function attack(app: RunningApp, { options, path }: Mode) {
  const { url, pid } = app
  const target = path ?? (await largestFile(url))
  const quiet = sampleOf(pid, 0).descriptors
  const stop = new AbortController()
  const reading = readOn(url, stop.signal)
  const holding = holdOn(app, stop.signal)
  const began = performance.now()
  const { code } = await runProgram(
    [
      'slowhttptest',
      ...options,
      ...['-c', String(CONNECTIONS), '-r', String(A_SECOND), '-l', String(SECONDS)],
      ...['-p', '3', '-v', '0', '-u', `${url}${target}`],
    ],
    { limit: LIMIT_MS },
  )
  if (code !== 0) throw new Error(`slowhttptest ended with ${code}`)
  const took = (performance.now() - began) / SECOND
  // What the tool leaves behind ends with it: only what the server held meanwhile says something.
  stop.abort()
  return { reads: await reading, course: courseOf(await holding, { quiet, took }) }
}

const at = (times: number[], part: number) => times[Math.floor(times.length * part)] ?? Number.NaN

export const slowClients: Attack = {
  id: 'slowhttptest',
  title: `${CONNECTIONS} slow clients, ${A_SECOND} new ones a second`,
  program: 'slowhttptest',
  async run(_folder, say) {
    const app = await openTestApp({ ...WITHOUT_FFMPEG, DEMO_CONTENT: 'true' })
    const lines: string[] = []
    let held = true
    try {
      const before = await readOn(app.url, AbortSignal.timeout(QUIET_MS))
      lines.push(
        `before: reads median ${at(before.times, 0.5).toFixed(1)} ms, p99 ${at(before.times, 0.99).toFixed(0)} ms`,
      )
      for (const mode of MODES) {
        const { reads, course } = await attack(app, mode)
        const { times, failed } = reads
        const { most, over } = course
        const end = over === undefined ? `some held for ${SECONDS} s` : `none held after second ${over}`
        const line = `${mode.name}: at most ${most} held open, ${end}; ${times.length} reads meanwhile, ${failed} failed, median ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(0)} ms`
        say(line)
        lines.push(line)
        held &&= over !== undefined && over <= mode.ended + CONNECTIONS / A_SECOND
        held &&= failed === 0 && at(times, 0.5) < at(before.times, 0.5) + READS_SLOWER_MS
      }
      return { held, figures: lines.join('; ') }
    } finally {
      await app.stop()
    }
  },
}
