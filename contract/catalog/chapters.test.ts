import { expect, test } from 'vitest'
import { Chapters, chapterLines, chaptersInText } from './chapters.ts'

const LINES = '0:00 What a closure is\n5:00 The loop that lies\n1:02:09 Two ways to repair it'

test('chapters are lines of a time and a title', () => {
  const chapters = Chapters.parse(` ${LINES}\r\n\n`)
  expect(chapters).toEqual([
    { at: 0, title: 'What a closure is' },
    { at: 300, title: 'The loop that lies' },
    { at: 3729, title: 'Two ways to repair it' },
  ])
  expect(chapterLines(chapters)).toBe(LINES)
  expect(Chapters.parse(' \n')).toEqual([])
})

test.each([
  ['0:05 Late', 'Line 1: chapters must start at 0:00.'],
  ['0:00 A\n5:00 B\n4:10 C', 'Line 3: 4:10 must come after 5:00.'],
  ['0:00 A\n\n0:00 B', 'Line 3: 0:00 must come after 0:00.'],
  ['0:00 A\nThe end', 'Line 2: write a time and a title, such as 0:00 What a closure is.'],
  ['0:00 A\n1:75 B', 'Line 2: write a time and a title, such as 0:00 What a closure is.'],
  [`0:00 ${'a'.repeat(121)}`, 'Line 1: a title has at most 120 characters.'],
  [
    Array.from({ length: 101 }, (_, n) => `${n}:00 Part`).join('\n'),
    'A video can have at most 100 chapters.',
  ],
  ['0:00 A\u0007B', 'Chapters contain characters that are not allowed.'],
])('%j is rejected as chapters', (text, message) => {
  expect(Chapters.safeParse(text).error?.issues[0]?.message).toBe(message)
})

test('invisible characters in chapters are repaired', () => {
  expect(Chapters.parse('\ufeff0:00 Intro\u200bduction\r\n5:00\u000bThe\u2028loop')).toEqual([
    { at: 0, title: 'Introduction' },
    { at: 300, title: 'The loop' },
  ])
})

test('chapters are found in a description', () => {
  expect(chaptersInText(`In this video:\n${LINES}\nSee you at 5:00 o’clock.`)).toBe(LINES)
  expect(chaptersInText('0:00 Only one')).toBeUndefined()
  expect(chaptersInText('1:00 No start\n2:00 End')).toBeUndefined()
})
