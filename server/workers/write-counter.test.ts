import { closeSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createTallyFile, openTally } from './write-counter.ts'

function tallyFile(): number {
  const file = createTallyFile()
  onTestFinished(() => closeSync(file))
  return file
}

test('what one adds every other sees once, and nobody their own', () => {
  const file = tallyFile()
  const [one, two, last] = [0, 1, 63].map((number) => openTally(file, 'changes', number))
  one?.add()
  last?.add()
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([true, true, true])
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([false, false, false])
  two?.add()
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([true, false, true])
})

test('who takes the place of a worker that died is heard', () => {
  const file = tallyFile()
  const other = openTally(file, 'changes', 1)
  openTally(file, 'changes', 0).add()
  expect(other.grew()).toBe(true)
  const successor = openTally(file, 'changes', 0)
  expect(successor.grew()).toBe(false)
  successor.add()
  expect(other.grew()).toBe(true)
})

test('who begins after the disk failed hears of it', () => {
  const file = tallyFile()
  openTally(file, 'doubts', 0).add()
  const successor = openTally(file, 'doubts', 0)
  expect([successor.grew(), successor.grew()]).toEqual([true, false])
  expect(openTally(file, 'changes', 1).grew()).toBe(false)
})
