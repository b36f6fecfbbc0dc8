import { closeSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createCounterFile, openWriteCounter } from './write-counter.ts'

function counterFile(): number {
  const file = createCounterFile()
  onTestFinished(() => closeSync(file))
  return file
}

test('every other worker sees an addition once, and the one that added does not', () => {
  const file = counterFile()
  const [one, two, last] = [0, 1, 63].map((number) => openWriteCounter(file, 'changes', number))
  one?.add()
  last?.add()
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([true, true, true])
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([false, false, false])
  two?.add()
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([true, false, true])
})

test('the others see what the replacement of a dead worker adds', () => {
  const file = counterFile()
  const other = openWriteCounter(file, 'changes', 1)
  openWriteCounter(file, 'changes', 0).add()
  expect(other.grew()).toBe(true)
  const successor = openWriteCounter(file, 'changes', 0)
  expect(successor.grew()).toBe(false)
  successor.add()
  expect(other.grew()).toBe(true)
})

test('a worker that starts after a failed sync sees it', () => {
  const file = counterFile()
  openWriteCounter(file, 'failedSyncs', 0).add()
  const successor = openWriteCounter(file, 'failedSyncs', 0)
  expect([successor.grew(), successor.grew()]).toEqual([true, false])
  expect(openWriteCounter(file, 'changes', 1).grew()).toBe(false)
})
