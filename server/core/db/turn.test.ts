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

test('behind a write that takes long at most 64 others wait; reads may', async () => {
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
