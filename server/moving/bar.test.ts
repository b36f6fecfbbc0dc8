import { expect, test } from 'vitest'
import { createBar } from './bar.ts'

function drawing(isTTY: boolean) {
  const written: string[] = []
  let time = 0
  const bar = createBar({ isTTY, write: (text) => written.push(text) }, () => time)
  return { bar, written, pass: (milliseconds: number) => (time += milliseconds) }
}

test('at a terminal the bar moves in its line and leaves it at the end', () => {
  const { bar, written, pass } = drawing(true)
  bar.show('comments', 1, 4)
  bar.show('comments', 2, 4)
  pass(100)
  bar.show('comments', 2, 4)
  bar.show('comments', 4, 4)
  bar.end()
  bar.end()
  expect(written).toEqual([
    '\r[migrate] ████████░░░░░░░░░░░░░░░░░░░░░░  25% comments: 1 of 4\u001B[K',
    '\r[migrate] ███████████████░░░░░░░░░░░░░░░  50% comments: 2 of 4\u001B[K',
    '\r[migrate] ██████████████████████████████ 100% comments: 4 of 4\u001B[K',
    '\n',
  ])
})

test('where the output is kept a line comes every two seconds, and the last one always', () => {
  const { bar, written, pass } = drawing(false)
  bar.show('likes', 0, 2)
  pass(1999)
  bar.show('likes', 1, 2)
  pass(1)
  bar.show('likes', 1, 2)
  bar.show('likes', 2, 2)
  bar.show('audit', 0, 0)
  bar.end()
  expect(written.map((line) => line.slice(-20))).toEqual(
    [' 0% likes: 0 of 2\n', '50% likes: 1 of 2\n', '00% likes: 2 of 2\n', '00% audit: 0 of 0\n'].map((line) =>
      expect.stringContaining(line),
    ),
  )
})
