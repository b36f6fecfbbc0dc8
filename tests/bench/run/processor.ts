import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** Milliseconds of processor that the process and those that work for it have had. */
export function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const own = ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + processorOf(Number(child)), own)
}
