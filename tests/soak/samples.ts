import { readdirSync, readFileSync } from 'node:fs'

export interface Sample {
  /** Minutes since the start. */
  minute: number
  /** Resident memory, MiB. */
  memory: number
  descriptors: number
}

/** What a process of this machine holds now; Linux only. */
export function sampleOf(pid: number, minute: number): Sample {
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { minute, memory: Number(kilobytes) / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

/** By how much a value grows a minute: the line that lies nearest to all samples. */
export function slopeOf(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const x = mean(samples.map(({ minute }) => minute))
  const y = mean(samples.map(value))
  const covariance = samples.reduce((sum, one) => sum + (one.minute - x) * (value(one) - y), 0)
  const variance = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  return variance === 0 ? 0 : covariance / variance
}

/**
 * The lowest memory of each `minutes`, which is what is left after the garbage of that time has been collected. Between
 * two collections memory climbs by 100 MiB; a line through that says when they happened, not whether anything is kept.
 */
export function floorsOf(samples: readonly Sample[], minutes: number): Sample[] {
  const spans = Map.groupBy(samples, ({ minute }) => Math.floor(minute / minutes))
  return [...spans.values()].flatMap((span) => span.toSorted((a, b) => a.memory - b.memory).slice(0, 1))
}
