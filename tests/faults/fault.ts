import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Outcome {
  held: boolean
  /** The result in figures, one line of docs/reliability.md. */
  figures: string
}

export interface Fault {
  /** The row of docs/reliability.md. */
  id: string
  title: string
  /** The reason why the fault cannot run on this machine, if there is one. */
  lacks?: () => string | undefined
  /** `folder` is empty and is deleted afterwards; `say` reports progress. */
  run: (folder: string, say: (line: string) => void) => Promise<Outcome>
}

/** Runs a fault in a temporary folder. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-fault-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
