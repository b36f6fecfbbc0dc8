import { setTimeout as delay } from 'node:timers/promises'
import { openTestApp } from '#tests/e2e/server.ts'
import { sampleOf } from '#tests/soak/samples.ts'
import { medianOf } from './median.ts'
import type { Whole } from './report.ts'
import { environmentOf } from './site.ts'

const TIMES = 5
const SETTLED_MS = 3000
const IDLE_MAX_MIB = 150
const WORKED_MAX_MIB = 400

/** From the command to the first ready answer, with what an earlier start has compiled. */
async function startUp(environment: Record<string, string>): Promise<{ seconds: number; idle: number }> {
  const seconds: number[] = []
  const idle: number[] = []
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now()
    const app = await openTestApp({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ...environment })
    seconds.push((performance.now() - began) / 1000)
    if (n === TIMES - 1) {
      await delay(SETTLED_MS)
      idle.push(sampleOf(app.pid, 0).memory)
    }
    await app.stop()
  }
  return { seconds: medianOf(seconds), idle: medianOf(idle) }
}

export async function startUps(): Promise<Whole[]> {
  const empty = await startUp({})
  const large = await startUp(environmentOf('large'))
  const row = (name: string, seconds: number, most: number): Whole => ({
    name,
    figure: `${seconds.toFixed(2)} s`,
    bar: `≤ ${most} s`,
    passed: seconds <= most,
  })
  return [
    row('start on an empty database', empty.seconds, 1),
    row('start on the large one', large.seconds, 2),
    memory('memory, idle on the large site', large.idle, IDLE_MAX_MIB),
  ]
}

function memory(name: string, mebibytes: number, most: number): Whole {
  return { name, figure: `${mebibytes.toFixed(0)} MiB`, bar: `≤ ${most} MiB`, passed: mebibytes <= most }
}

/** What the process holds when all rows have been asked for. */
export function memoryAfter(pid: number): Whole {
  return memory('memory after all of this', sampleOf(pid, 0).memory, WORKED_MAX_MIB)
}
