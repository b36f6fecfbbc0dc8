import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCueTime, readCueTime, readShift } from './cue-times.ts'

test('a time keeps its thousandths, and has at least one tenth', () => {
  expect([62, 65.5, 3729.125, 0.04, 62.9996].map(formatCueTime)).toEqual([
    '1:02.0',
    '1:05.5',
    '1:02:09.125',
    '0:00.04',
    '1:03.0',
  ])
})

test('a written time is read as the same time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400_000_000 }), (ms) => {
      expect(readCueTime(formatCueTime(ms / 1000))).toBe(ms / 1000)
    }),
  )
})

test('times are read as people type them', () => {
  const forms = [
    '62.5',
    '1:02.5',
    ' 1:02,5 ',
    '00:01:02.500',
    '1m 2.5s',
    '1 min 2.5',
    '１：０２．５',
    '0:62.5',
  ]
  for (const form of forms) expect(readCueTime(form), form).toBe(62.5)
  expect(['1:', '1h', '62', '1:02.'].map(readCueTime)).toEqual([60, 3600, 62, 62])
})

test('what is no time is not read', () => {
  for (const text of ['', ' ', 'soon', '-3', '1:2:3:4', '1.2.3', 'm'])
    expect(readCueTime(text), text).toBe(undefined)
})

test('a shift has a sign, whichever dash it is', () => {
  expect(['1', '+0,5', '-2.25', '−2', '1.5 s'].map(readShift)).toEqual([1, 0.5, -2.25, -2, 1.5])
  expect(['', 'x', '1:02'].map(readShift)).toEqual([undefined, undefined, undefined])
})
