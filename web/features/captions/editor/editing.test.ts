import { expect, test } from 'vitest'
import type { Cue } from '#contract/captions/captions.ts'
import { charactersPerSecond, faultOf, overlaps } from './cue-checks.ts'
import {
  addCue,
  cuesToSave,
  deleteCue,
  type Editing,
  mergeWithNext,
  readTimes,
  selectCue,
  setTime,
  shiftAll,
  splitCue,
  startEditing,
  typeText,
  typeTime,
  undo,
} from './editing.ts'

const CUES: Cue[] = [
  { start: 1, end: 3, text: 'A function remembers' },
  { start: 3, end: 5, text: 'where it was written.' },
  { start: 8, end: 10, text: 'It keeps the place.' },
]
const start = () => startEditing(CUES)
const cuesOf = (editing: Editing): Cue[] =>
  editing.cues.map(({ start: from, end, text }) => ({ start: from, end, text }))
const atCue = (at: number) => selectCue(start(), at)

test('a new cue lasts two seconds, or until the next one, and becomes the current one', () => {
  const added = addCue(start(), 5.5)
  expect([added.at, cuesOf(added)[2]]).toEqual([2, { start: 5.5, end: 7.5, text: '' }])
  expect(cuesOf(addCue(start(), 7.25))[2]).toEqual({ start: 7.25, end: 8, text: '' })
  expect(cuesOf(addCue(start(), 0))[0]).toEqual({ start: 0, end: 1, text: '' })
  expect(cuesOf(addCue(startEditing([]), 4))).toEqual([{ start: 4, end: 6, text: '' }])
})

test('a cue is split at the cursor, and its time in proportion', () => {
  const split = splitCue(start(), { cursor: 10, seconds: 2.75 })
  expect(cuesOf(split).slice(0, 2)).toEqual([
    { start: 1, end: 2, text: 'A function' },
    { start: 2, end: 3, text: 'remembers' },
  ])
  expect(new Set(split.cues.map(({ key }) => key)).size).toBe(4)
})

test('without a cursor a cue is split at the time of the video, before the nearest word', () => {
  for (const cursor of [undefined, 0, 20])
    expect(cuesOf(splitCue(start(), { cursor, seconds: 1.25 })).slice(0, 2)).toEqual([
      { start: 1, end: 1.25, text: 'A' },
      { start: 1.25, end: 3, text: 'function remembers' },
    ])
  const japanese = startEditing([{ start: 0, end: 4, text: '関数は場所を覚えています' }])
  const texts = cuesOf(splitCue(japanese, { cursor: undefined, seconds: 2 })).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.join('')).toBe('関数は場所を覚えています')
})

test('a cue that cannot be split stays, and a sentence says what to do', () => {
  const elsewhere = splitCue(start(), { cursor: 0, seconds: 9 })
  expect([elsewhere.cues, elsewhere.past]).toEqual([start().cues, []])
  expect(elsewhere.said).toBe(
    'Cue 1 was not split. Put the cursor between its words, or move the video into the cue.',
  )
})

test('a cue is merged with the next one, and the last one with none', () => {
  expect(cuesOf(mergeWithNext(start()))[0]).toEqual({
    start: 1,
    end: 5,
    text: 'A function remembers where it was written.',
  })
  const last = mergeWithNext(atCue(2))
  expect([last.cues.length, last.said]).toEqual([3, 'There is no next cue to merge with.'])
})

test('after a deletion the next cue is the current one, and after the last one its neighbour', () => {
  expect([deleteCue(atCue(1)).at, cuesOf(deleteCue(atCue(1)))[1]]).toEqual([1, CUES[2]])
  expect(deleteCue(atCue(2)).at).toBe(1)
  expect(deleteCue(startEditing([])).cues).toEqual([])
})

test('all cues move together, and none to before the video', () => {
  const shifted = shiftAll(start(), -0.5)
  expect(shifted && cuesOf(shifted).map(({ start: from, end }) => [from, end])).toEqual([
    [0.5, 2.5],
    [2.5, 4.5],
    [7.5, 9.5],
  ])
  expect(shiftAll(start(), -1.5)).toBe(undefined)
})

test('a typed time counts when the user leaves the field, and one that cannot be read stays', () => {
  const typing = typeTime(typeTime(start(), 'end', '4'), 'end', '4,5')
  expect(cuesOf(typing)[0]?.end).toBe(3)
  expect(readTimes(typing).cues[0]).toEqual({ ...CUES[0], end: 4.5, key: 0 })
  const unread = readTimes(typeTime(start(), 'start', 'soon'))
  expect(unread.cues[0]?.typed).toEqual({ start: 'soon' })
  expect(setTime(unread, 'start', 2.0004).cues[0]).toEqual({ ...CUES[0], start: 2, key: 0 })
})

test('undo takes back one change after the other, and the letters of a field are one change', () => {
  let editing = typeText(typeText(start(), 'A'), 'An')
  editing = typeText(readTimes(editing), 'And')
  editing = deleteCue(selectCue(editing, 2))
  const texts: (string | undefined)[] = []
  for (let step = 0; step < 3; step += 1) {
    editing = undo(editing)
    texts.push(`${editing.at} ${editing.cues.length} ${editing.cues[0]?.text}`)
  }
  expect(texts).toEqual(['2 3 And', '0 3 An', '0 3 A function remembers'])
  expect(undo(editing).said).toBe('There is nothing to undo.')
})

test('the last 200 changes can be undone', () => {
  let editing = start()
  for (let step = 0; step < 250; step += 1) editing = setTime(editing, 'end', 4 + step)
  for (let step = 0; step < 250; step += 1) editing = undo(editing)
  expect(cuesOf(editing)[0]?.end).toBe(4 + 49)
})

test('each fault has its sentence and its field', () => {
  const faultsOf = (editing: Editing) => editing.cues.map((cue, index) => faultOf(cue, index + 14))[0]
  const end = { field: 'end', sentence: 'Cue 14: the end (1:02.0) is before the start (1:05.0).' }
  expect(faultsOf(startEditing([{ start: 65, end: 62, text: 'a' }]))).toEqual(end)
  expect(faultsOf(startEditing([{ start: 65, end: 65, text: 'a' }]))?.sentence).toBe(
    'Cue 14: the end (1:05.0) is the same as the start.',
  )
  expect(faultsOf(typeText(start(), ' \n'))).toEqual({ field: 'text', sentence: 'Cue 14 has no text.' })
  expect(faultsOf(typeTime(start(), 'start', 'soon'))).toEqual({
    field: 'start',
    sentence: 'Cue 14: “soon” is not a time such as 1:02.5.',
  })
  expect(faultsOf(typeTime(start(), 'end', ''))?.sentence).toBe('Cue 14 has no end.')
  expect(faultsOf(typeTime(start(), 'end', '0:0'))).toBe(undefined)
  expect(faultsOf(start())).toBe(undefined)
})

test('cues overlap when one is still shown as the next begins', () => {
  const [first, second] = CUES
  expect(
    first && [
      overlaps(first, second),
      overlaps({ ...first, end: 3.001 }, second),
      overlaps(first, undefined),
    ],
  ).toEqual([false, true, false])
})

test('the characters of a second are counted as a reader sees them', () => {
  expect(charactersPerSecond({ start: 0, end: 2, text: '😀'.repeat(42) })).toBe(21)
  expect(charactersPerSecond({ start: 2, end: 2, text: 'a' })).toBe(undefined)
})

test('cues are saved in the order of time; only a typed text loses its empty lines', () => {
  const stored = [{ start: 0, end: 1, text: ' two  spaces \n\nand a gap' }, ...CUES]
  let editing = setTime(startEditing(stored), 'end', 12)
  editing = setTime(editing, 'start', 11)
  editing = typeText(selectCue(editing, 1), ' new \n \n line ')
  expect(cuesToSave(editing, stored)).toEqual([
    { start: 1, end: 3, text: 'new\nline' },
    CUES[1],
    CUES[2],
    { ...stored[0], start: 11, end: 12 },
  ])
})
