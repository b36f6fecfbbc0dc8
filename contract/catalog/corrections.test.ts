import { expect, test } from 'vitest'
import { Corrections, correctionAfterEnd, correctionLines } from './corrections.ts'

test('corrections are lines of a time and a text, in the order of the video', () => {
  const corrections = Corrections.parse('9:10 In strict mode it throws.\r\n\n5:15 It is the variable.')
  expect(corrections).toEqual([
    { at: 315, text: 'It is the variable.', line: 3 },
    { at: 550, text: 'In strict mode it throws.', line: 1 },
  ])
  expect(correctionLines(corrections)).toBe('5:15 It is the variable.\n9:10 In strict mode it throws.')
  expect(Corrections.parse(' \n')).toEqual([])
})

test.each([
  ['5:15 It is the variable.\nNo time', 'Line 2: a correction needs a time and a text.'],
  ['5:15 It is the variable.\n6:00', 'Line 2: a correction needs a time and a text.'],
  ['5:15 It is the variable.\n6:00 \u2800', 'Line 2: a correction needs a time and a text.'],
  ['5:75 It is the variable.', 'Line 1: a correction needs a time and a text.'],
  [`5:15 Short.\n6:00 ${'a'.repeat(301)}`, 'Line 2: a correction has at most 300 characters.'],
  [Array.from({ length: 51 }, (_, n) => `${n}:00 Part`).join('\n'), 'At most 50 corrections.'],
  ['5:15 A\u0007B', 'Corrections contain characters that are not allowed.'],
])('%j is rejected as corrections', (text, message) => {
  expect(Corrections.safeParse(text).error?.issues[0]?.message).toBe(message)
})

test('a correction has 300 characters as people count them', () => {
  expect(Corrections.parse(`5:15 ${'🇮🇳'.repeat(300)}`)).toHaveLength(1)
})

test('a correction after the end of the video names its line', () => {
  const corrections = Corrections.parse('14:10 Too late.\n12:40 At the end.')
  expect(correctionAfterEnd(corrections, 760)).toBe('Line 1: 14:10 is after the end of the video.')
  expect(correctionAfterEnd(corrections, 850)).toBeUndefined()
  expect(correctionAfterEnd(corrections, null)).toBeUndefined()
})
