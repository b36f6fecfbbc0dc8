import type { Cue } from '#contract/captions/captions.ts'
import { formatCueTime, readCueTime } from './cue-times.ts'
import type { EditedCue } from './editing.ts'

/** More characters than this in a second cannot be read along. */
export const FAST = 20

/** How many characters a viewer has to read in a second. Undefined for a cue that does not last. */
export function charactersPerSecond({ start, end, text }: Cue): number | undefined {
  return end > start ? Math.round([...text].length / (end - start)) : undefined
}

/** Why a cue cannot be saved, at one of its fields. */
export interface Fault {
  field: 'start' | 'end' | 'text'
  sentence: string
}

/** The first fault of a cue; `number` counts from 1. A time that is being typed is judged when it is complete. */
export function faultOf({ start, end, text, typed }: EditedCue, number: number): Fault | undefined {
  const cue = `Cue ${number}`
  for (const field of ['start', 'end'] as const) {
    const time = typed?.[field]?.trim()
    if (time === '') return { field, sentence: `${cue} has no ${field}.` }
    if (time !== undefined && readCueTime(time) === undefined)
      return { field, sentence: `${cue}: “${time}” is not a time such as 1:02.5.` }
  }
  if (typed === undefined && end <= start)
    return { field: 'end', sentence: `${cue}: ${orderFault(start, end)}` }
  return text.trim() === '' ? { field: 'text', sentence: `${cue} has no text.` } : undefined
}

function orderFault(start: number, end: number): string {
  const times = [end, start].map(formatCueTime)
  return end === start
    ? `the end (${times[0]}) is the same as the start.`
    : `the end (${times[0]}) is before the start (${times[1]}).`
}

/** Whether a cue is still shown when the next one begins. */
export const overlaps = ({ end }: Cue, next: Cue | undefined) => next !== undefined && next.start < end
