import { closeSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createCounterFile, openSharedCounter } from './shared-counter.ts'

function counterFile(): number {
  const file = createCounterFile()
  onTestFinished(() => closeSync(file))
  return file
}

test('every other worker sees an addition once, and the one that added does not', () => {
  const file = counterFile()
  const [one, two, last] = [0, 1, 63].map((number) => openSharedCounter(file, number, 'writes'))
  one?.add()
  last?.add()
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([true, true, true])
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([false, false, false])
  two?.add()
  expect([one?.grew(), two?.grew(), last?.grew()]).toEqual([true, false, true])
})

test('the others see what the replacement of a dead worker adds', () => {
  const file = counterFile()
  const other = openSharedCounter(file, 1, 'writes')
  openSharedCounter(file, 0, 'writes').add()
  expect(other.grew()).toBe(true)
  const successor = openSharedCounter(file, 0, 'writes')
  successor.add()
  expect(other.grew()).toBe(true)
})

test('a worker that starts after an addition sees it once', () => {
  const file = counterFile()
  openSharedCounter(file, 0, 'writes').add()
  for (const number of [0, 1]) {
    const successor = openSharedCounter(file, number, 'writes')
    expect([successor.grew(), successor.grew()]).toEqual([true, false])
  }
})

test('the counters do not mix', () => {
  const file = counterFile()
  const [writes, syncs] = [openSharedCounter(file, 1, 'writes'), openSharedCounter(file, 1, 'failed syncs')]
  openSharedCounter(file, 0, 'writes').add()
  expect([syncs.grew(), writes.grew()]).toEqual([false, true])
})
