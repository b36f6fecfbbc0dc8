import type { Cue } from '#contract/captions/captions.ts'
import type { DraftCue } from '#contract/captions/draft-cues.ts'
import { formatCueTime, readCueTime, toMs } from './cue-times.ts'
import { type SplitPlace, splitText } from './split-text.ts'

/** A cue while it is edited. */
export interface EditedCue extends DraftCue {
  /** Stays when the cue changes. */
  key: number
}

export type TimeField = 'start' | 'end'

/** Cues, and which of them is the current one. */
interface Cues {
  cues: readonly EditedCue[]
  /** The index of the current cue. */
  at: number
}

/** Captions while they are edited: everything that their editor has to remember. */
export interface Editing extends Cues {
  /** What the cues were before each change, the oldest first. */
  past: readonly Cues[]
  /** The field that the user types in: its letters are one change. */
  typing?: string
  /** What the last change did, in words. */
  said: string
}

const UNDO_STEPS = 200
/** Seconds that a new cue lasts, unless the next one begins earlier. */
const NEW_CUE_S = 2

/** Captions before the first change. */
export function startEditing(cues: readonly DraftCue[]): Editing {
  return { cues: cues.map((cue, key) => ({ ...cue, key })), at: 0, past: [], said: '' }
}

interface Change extends Partial<Cues> {
  said?: string
  typing?: string
}

function change(
  editing: Editing,
  { cues = editing.cues, at = editing.at, typing, said = '' }: Change,
): Editing {
  const isSameChange = typing !== undefined && typing === editing.typing
  const past = isSameChange
    ? editing.past
    : [...editing.past, { cues: editing.cues, at: editing.at }].slice(-UNDO_STEPS)
  return { cues, at, past, said, ...(typing !== undefined && { typing }) }
}

function changeCue(editing: Editing, { said, typing, ...changed }: Partial<EditedCue> & Change): Editing {
  const { cues, at } = editing
  const cue = cues[at]
  return cue ? change(editing, { cues: cues.with(at, { ...cue, ...changed }), said, typing }) : editing
}

/** Makes another cue the current one; an index outside the list means its nearest cue. */
export function selectCue({ cues, past }: Editing, wanted: number): Editing {
  const at = Math.max(0, Math.min(wanted, cues.length - 1))
  return { cues, past, at, said: '' }
}

/** Changes the text of the current cue. */
export function typeText(editing: Editing, text: string): Editing {
  return changeCue(editing, { text, typing: `text ${editing.cues[editing.at]?.key}` })
}

/** Keeps what is typed as a time of the current cue until `readTimes`. */
export function typeTime(editing: Editing, field: TimeField, time: string): Editing {
  const cue = editing.cues[editing.at]
  return changeCue(editing, { typed: { ...cue?.typed, [field]: time }, typing: `${field} ${cue?.key}` })
}

/** Reads the times that were typed. Those that cannot be read stay as they are. */
export function readTimes(editing: Editing): Editing {
  const { typing: _, ...rest } = editing
  if (editing.cues.every(({ typed }) => typed === undefined)) return rest
  return { ...rest, cues: editing.cues.map((cue) => (cue.typed ? withReadTimes(cue) : cue)) }
}

function withReadTimes({ typed = {}, ...cue }: EditedCue): EditedCue {
  const read = { ...cue }
  const unread: EditedCue['typed'] = {}
  for (const field of ['start', 'end'] as const) {
    const time = typed[field]
    const seconds = time === undefined ? undefined : readCueTime(time)
    if (seconds !== undefined) read[field] = seconds
    else if (time !== undefined) unread[field] = time
  }
  return Object.keys(unread).length === 0 ? read : { ...read, typed: unread }
}

/** Lets the current cue start or end at this second. */
export function setTime(editing: Editing, field: TimeField, seconds: number): Editing {
  const time = formatCueTime(seconds)
  const typed = { ...editing.cues[editing.at]?.typed, [field]: time }
  return readTimes(changeCue(editing, { typed, said: `Cue ${editing.at + 1}: the ${field} is ${time}.` }))
}

/** Adds an empty cue at this second. */
export function addCue(editing: Editing, seconds: number): Editing {
  const { cues } = editing
  const start = toMs(seconds)
  const at = cues.findLastIndex((cue) => cue.start <= start) + 1
  const end = toMs(Math.min(start + NEW_CUE_S, cues[at]?.start ?? Number.POSITIVE_INFINITY))
  const added = { start, end, text: '', key: newKey(cues) }
  const said = `Cue ${at + 1} added at ${formatCueTime(start)}.`
  return change(editing, { cues: cues.toSpliced(at, 0, added), at, said })
}

const newKey = (cues: readonly EditedCue[]) => cues.reduce((key, cue) => Math.max(key, cue.key), -1) + 1

/** Splits the current cue at the cursor, or else at the second of the video. */
export function splitCue(editing: Editing, { cursor, seconds }: SplitPlace): Editing {
  const { cues, at } = editing
  const cue = cues[at]
  const split = cue && splitText(cue, { cursor, seconds })
  if (!split) {
    const how = 'Put the cursor between its words, or move the video into the cue.'
    return { ...editing, said: cue ? `Cue ${at + 1} was not split. ${how}` : '' }
  }
  const { seconds: middle, texts } = split
  const parts = [
    { ...cue, end: middle, text: texts[0] },
    { ...cue, start: middle, text: texts[1], key: newKey(cues) },
  ]
  return change(editing, { cues: cues.toSpliced(at, 1, ...parts), said: `Cue ${at + 1} was split.` })
}

/** Makes one cue of the current one and the next. */
export function mergeWithNext(editing: Editing): Editing {
  const { cues, at } = editing
  const [cue, next] = cues.slice(at, at + 2)
  if (!(cue && next)) return { ...editing, said: 'There is no next cue to merge with.' }
  const text = [cue.text, next.text].filter((part) => part.trim() !== '').join(' ')
  const merged = { ...cue, end: Math.max(cue.end, next.end), text }
  return change(editing, {
    cues: cues.toSpliced(at, 2, merged),
    said: `Cue ${at + 1} was merged with the next one.`,
  })
}

/** Deletes the current cue; the next one becomes the current one. */
export function deleteCue(editing: Editing): Editing {
  const { cues, at } = editing
  if (!cues[at]) return editing
  const rest = cues.toSpliced(at, 1)
  return change(editing, {
    cues: rest,
    at: Math.max(0, Math.min(at, rest.length - 1)),
    said: `Cue ${at + 1} was deleted.`,
  })
}

/** Moves all cues by these seconds. No cue can start before the video: then it gives nothing. */
export function shiftAll(editing: Editing, by: number): Editing | undefined {
  const cues = editing.cues.map((cue) => ({ ...cue, start: toMs(cue.start + by), end: toMs(cue.end + by) }))
  if (cues.some(({ start }) => start < 0)) return undefined
  return change(editing, { cues, said: `All cues were shifted by ${by} s.` })
}

/** Takes the last change back. */
export function undo(editing: Editing): Editing {
  const before = editing.past.at(-1)
  if (!before) return { ...editing, said: 'There is nothing to undo.' }
  return { ...before, past: editing.past.slice(0, -1), said: 'The last change was undone.' }
}

/**
 * The cues to save, in the order of time. A text that was typed loses its empty lines, which end a cue in a file; a stored one stays
 * word for word.
 */
export function cuesToSave({ cues }: Editing, stored: readonly Cue[]): Cue[] {
  const storedTexts = new Set(stored.map(({ text }) => text))
  return cues
    .map(({ start, end, text }) => ({
      start,
      end,
      text: storedTexts.has(text) ? text : withoutEmptyLines(text),
    }))
    .toSorted((one, other) => one.start - other.start)
}

const withoutEmptyLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
