import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurn } from './turn.ts'

/** A turn whose clock is set by hand, and the names of those who had theirs. */
function lined() {
  let time = 1000
  const had: string[] = []
  const turn = createTurn(() => time)
  const wait = async (name: string, kind: 'read' | 'write') => {
    await turn.take(kind)
    had.push(name)
    turn.give()
  }
  return {
    turn,
    had,
    wait,
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('who comes first is served first', async () => {
  const { turn, had, wait } = lined()
  await turn.take('write')
  const waiting = [wait('a write', 'write'), wait('a read', 'read'), wait('another write', 'write')]
  turn.give()
  await Promise.all(waiting)
  expect(had).toEqual(['a write', 'a read', 'another write'])
})

test('after a slow write those who read come first, also one who comes when it has ended', async () => {
  const { turn, had, wait, pass } = lined()
  await turn.take('write')
  const waiting = [wait('a write', 'write'), wait('a read', 'read')]
  pass(200)
  turn.give()
  waiting.push(wait('a later read', 'read'))
  await Promise.all(waiting)
  expect(had).toEqual(['a read', 'a later read', 'a write'])
})

test('reads that never end keep a write waiting only for a moment', async () => {
  const { turn, had, wait, pass } = lined()
  await turn.take('write')
  const write = wait('a write', 'write')
  pass(200)
  turn.give()
  const reading = async () => {
    for (let n = 0; n < 50 && !had.includes('a write'); n += 1) {
      const reads = [wait('a read', 'read'), wait('a read', 'read')]
      pass(10)
      await nextRound()
      await Promise.all(reads)
    }
  }
  await Promise.all([write, reading()])
  expect(had.filter((name) => name === 'a read').length).toBeLessThan(20)
})

test('behind a disk that is slow at most 64 writes wait; reads may', async () => {
  const { turn, had, wait, pass } = lined()
  await turn.take('write')
  const waiting = Array.from({ length: 64 }, (_, n) => wait(`write ${n}`, 'write'))
  waiting.push(wait('a burst is no slow disk', 'write'))
  pass(2000)
  await expect(turn.take('write')).rejects.toMatchObject({ code: 'SQLITE_LOCKED' })
  waiting.push(wait('a read', 'read'))
  turn.give()
  await Promise.all(waiting)
  expect(had).toHaveLength(66)
})
