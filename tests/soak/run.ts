/**
 * `npm run test:soak`: half an hour of people on a site, nine reads for every write, at a steady rate. Memory and file
 * descriptors of the server have to be flat over the last two thirds, and every answer right. `SOAK_MINUTES` and
 * `SOAK_RATE` (actions a second) make it shorter or harder; only a whole half hour is written into docs/security.md.
 * `SOAK_DATA=.cache/bench/large` drives a copy of a seeded site for an hour instead, in which memory may be 400 MiB at
 * most.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openTestApp, type RunningApp } from '#tests/e2e/server.ts'
import { keepFigures } from '#tests/tools/figures.ts'
import { floorsOf, type Sample, sampleOf, slopeOf } from './samples.ts'
import { mixOf } from './visitors.ts'

const SEEDED = process.env.SOAK_DATA
const WHOLE = SEEDED ? 60 : 30
const MINUTES = Number(process.env.SOAK_MINUTES ?? WHOLE)
const RATE = Number(process.env.SOAK_RATE ?? 60)
const MOST_AT_ONCE = 64
/** Over the last two thirds of the time. */
const MEMORY_MAY_GROW_MIB = 10
const DESCRIPTORS_MAY_GROW = 5
const SEEDED_MEMORY_MOST_MIB = 400
const SAMPLE_MS = 1000
const LINES = 60
/** Longer than the time between two full garbage collections. */
const SPAN_MINUTES = MINUTES / 10

interface Counts {
  done: number
  failed: number
  /** Responses with 503, because the machine was overloaded. */
  rejected: number
  /** Deeds that were not begun because too many were running. */
  left: number
  failures: Set<string>
}

/** The message without its varying parts, so that ten lines show ten different failures. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${String(error)}${cause}`.replace(/"requestId":"\w+"/, '')
}

async function keepBusy(app: RunningApp, until: number, counts: Counts): Promise<void> {
  const action = await mixOf(app)
  const running = new Set<Promise<void>>()
  const one = async () => {
    try {
      await action()
      counts.done += 1
    } catch (error) {
      if (/: 503\b/.test(String(error))) counts.rejected += 1
      else counts.failed += 1
      if (counts.failures.size < 10) counts.failures.add(reasonOf(error))
    }
  }
  while (Date.now() < until) {
    if (running.size < MOST_AT_ONCE) {
      const begun = one().finally(() => running.delete(begun))
      running.add(begun)
    } else {
      counts.left += 1
    }
    await delay(1000 / RATE)
  }
  await Promise.all(running)
}

function report({ minute, memory, descriptors }: Sample): void {
  console.log(
    `${minute.toFixed(1).padStart(5)} min ${memory.toFixed(0).padStart(5)} MiB ${descriptors} descriptors`,
  )
}

async function watch(app: RunningApp, until: number): Promise<Sample[]> {
  const began = Date.now()
  const samples: Sample[] = []
  let printed = -1
  while (Date.now() < until) {
    const sample = sampleOf(app.pid, (Date.now() - began) / 60_000)
    samples.push(sample)
    const line = Math.floor((sample.minute / MINUTES) * LINES)
    if (line > printed) report(sample)
    printed = line
    await delay(SAMPLE_MS)
  }
  return samples
}

function judge(
  samples: Sample[],
  { done, failed, rejected, left, failures }: Counts,
): { held: boolean; figures: string } {
  const late = samples.filter(({ minute }) => minute >= MINUTES / 3)
  const minutes = (MINUTES * 2) / 3
  const memory = slopeOf(floorsOf(late, SPAN_MINUTES), (sample) => sample.memory) * minutes
  const descriptors = slopeOf(late, (sample) => sample.descriptors) * minutes
  const most = Math.max(...samples.map((sample) => sample.memory))
  for (const failure of failures) console.log(`  ${failure}`)
  return {
    held:
      failed === 0 &&
      rejected === 0 &&
      memory < MEMORY_MAY_GROW_MIB &&
      descriptors < DESCRIPTORS_MAY_GROW &&
      (SEEDED === undefined || most <= SEEDED_MEMORY_MOST_MIB),
    figures: `${MINUTES} minutes, ${done} actions done, ${failed} failed, ${rejected} answered with 503, ${left} not begun because ${MOST_AT_ONCE} were running; over the last ${minutes.toFixed(0)} minutes memory after collections by ${memory.toFixed(1)} MiB (at most ${most.toFixed(0)}), descriptors by ${descriptors.toFixed(1)}`,
  }
}

async function copyOf(seeded: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-soak-'))
  await cp(seeded, folder, { recursive: true })
  return folder
}

async function main(): Promise<void> {
  const folder = SEEDED && (await copyOf(SEEDED))
  const content: Record<string, string> = folder ? { DATA_DIR: folder } : { DEMO_CONTENT: 'true' }
  const app = await openTestApp({ ...content, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  const counts: Counts = { done: 0, failed: 0, rejected: 0, left: 0, failures: new Set() }
  try {
    const until = Date.now() + MINUTES * 60_000
    const [samples] = await Promise.all([watch(app, until), keepBusy(app, until, counts)])
    const verdict = judge(samples, counts)
    console.log(`\n${verdict.figures}\n${verdict.held ? 'Flat.' : 'NOT FLAT, or not right.'}`)
    if (MINUTES >= WHOLE) keepFigures(SEEDED ? 'soak, seeded' : 'soak', verdict)
    if (!verdict.held) process.exitCode = 1
  } finally {
    await app.stop()
    if (folder) await rm(folder, { recursive: true })
  }
}

await main()
