/**
 * F03 with its controls. The test records the server's writes and syncs while eight writers work. Then it simulates a power
 * failure at a thousand points: unsynced writes are dropped, kept, half kept or torn. Writes that were acknowledged before
 * that point must exist. A careless database must lose some, or this test proves nothing.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openTestApp } from '#tests/e2e/server.ts'
import { Disk, FATES } from './disk.ts'
import { inspect, type Verdict } from './inspection.ts'
import { type Event, readRecording } from './recording.ts'
import { type Acknowledged, work } from './workload.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const WRITES = 1500

/** How carefully the database syncs acknowledged writes. */
export type Care = 'as it is' | 'commits not synced' | 'synchronous=OFF'

interface Recording {
  root: string
  events: Event[]
  began: bigint
  acks: Acknowledged[]
}

export interface PowerLossResult {
  care: Care
  writes: number
  syncs: number
  points: number
  /** The number of points with a lost write, and the most lost writes at one point. */
  pointsWithLoss: number
  worst: number
  unopenable: number
  corrupt: number
  pictures: number
}

function buildRecorder(folder: string): string {
  const library = join(folder, 'recorder.so')
  const args = ['-shared', '-fPIC', '-O2', '-o', library, join(here, 'recorder.c'), '-ldl', '-lpthread']
  const { status, stderr, error } = spawnSync('gcc', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The recorder needs gcc and Linux: ${error?.message ?? stderr}`)
  return library
}

async function record(folder: string, care: Care): Promise<Recording> {
  const to = join(folder, 'recording')
  const app = await openTestApp({
    LD_PRELOAD: buildRecorder(folder),
    RECORD_TO: to,
    RECORD_UNDER: join(tmpdir(), 'lectern-e2e-'),
    NODE_OPTIONS: `--import ${pathToFileURL(join(here, 'careless.ts'))}`,
    CARE: care,
  })
  try {
    const worked = await work(app, WRITES)
    await app.stop()
    return { root: app.dataDir, events: readRecording(to), ...worked }
  } finally {
    await app.stop()
  }
}

/** The same seed gives the same numbers, so a failure can be repeated. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function replay({ root, events, began, acks }: Recording, points: number, folder: string): Verdict[] {
  const disk = new Disk(root)
  const first = events.findIndex(({ at }) => at > began)
  const step = (events.length - first) / points
  const chance = chanceFrom(20_261_121)
  const verdicts: Verdict[] = []
  let applied = 0
  for (let point = 0; point < points; point += 1) {
    const crash = Math.floor(first + (point + chance()) * step)
    for (const event of events.slice(applied, crash)) disk.apply(event)
    applied = crash
    const now = events[crash - 1]?.at ?? began
    const fate = FATES[point % FATES.length] ?? 'dropped'
    const known = acks.filter(({ at }) => at <= now)
    verdicts.push(inspect(disk.after(fate, chance), { root, folder, acks: known }))
  }
  return verdicts
}

/** Records one run with this care and simulates a power failure at `points` points. */
export async function losePower(care: Care, points: number): Promise<PowerLossResult> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-power-'))
  try {
    const recording = await record(folder, care)
    const verdicts = replay(recording, points, join(folder, 'after'))
    const count = (is: (verdict: Verdict) => boolean) => verdicts.filter(is).length
    return {
      care,
      writes: recording.acks.length,
      syncs: recording.events.filter(({ kind }) => kind === 'sync').length,
      points,
      pointsWithLoss: count(({ lost }) => lost > 0),
      worst: Math.max(...verdicts.map(({ lost }) => lost)),
      unopenable: count(({ opens }) => !opens),
      corrupt: count(({ opens, corrupt }) => opens && corrupt),
      pictures: count(({ pictures }) => pictures > 0),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
