import { expect, test } from 'vitest'
import { aCourse } from '#web/test-content.ts'
import { cellKey, changesOf, filledCells, inCalls, pastedRows } from './cells.ts'

const COURSES = ['1', '2', '3'].map((digit) => aCourse({ _id: digit.repeat(24) }))
const [ONE = '', TWO = '', THREE = ''] = COURSES.map(({ _id }) => _id)
const ORDER = {
  loose: [ONE, TWO, THREE],
  sections: [{ key: 'S', _id: 'S', title: 'Basics', courses: [] }],
}

test.each([
  ['one', [['one']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
])('%j is read as a spreadsheet copies it', (text, rows) => {
  expect(pastedRows(text)).toEqual(rows)
})

test('pasting fills cells to the right and down, as far as there are rows', () => {
  const cells = filledCells({
    text: 'A\tB\tbasics\nC\tD\tnowhere',
    courses: COURSES,
    order: ORDER,
    row: 1,
    column: 0,
  })
  expect(cells).toEqual([
    [cellKey(TWO, 'title'), 'A'],
    [cellKey(TWO, 'description'), 'B'],
    [cellKey(TWO, 'section'), 'S'],
    [cellKey(THREE, 'title'), 'C'],
    [cellKey(THREE, 'description'), 'D'],
  ])
  expect(filledCells({ text: 'A\nB', courses: COURSES, order: ORDER, row: 2, column: 0 })).toHaveLength(1)
})

test('changed cells become changes of their courses, and a wrong one a sentence', () => {
  const cells = new Map([
    [cellKey(ONE, 'title'), ' Closures '],
    [cellKey(ONE, 'section'), ''],
    [cellKey(TWO, 'title'), 'A'],
  ])
  const { changes, errors } = changesOf(COURSES, cells)
  expect(changes[0]).toMatchObject({ _id: ONE, title: 'Closures', sectionId: null })
  expect([...errors]).toEqual([[cellKey(TWO, 'title'), 'Title must be 3 to 120 characters.']])
})

test('many changes go out in calls that the server accepts', () => {
  const changes = COURSES.map(({ _id, updatedAt }) => ({ _id, updatedAt, description: 'x'.repeat(9000) }))
  expect(inCalls(changes).map((part) => part.length)).toEqual([1, 1, 1])
  expect(inCalls(changes.map(({ _id, updatedAt }) => ({ _id, updatedAt })))).toHaveLength(1)
})
