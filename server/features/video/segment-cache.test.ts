import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createSegmentCache } from './segment-cache.ts'

const MIB = 1024 * 1024

function open(bytes: number) {
  const read: string[] = []
  const cache = createSegmentCache({
    read: async (name) => {
      read.push(name)
      return name === 'a/missing.m4s' ? undefined : Buffer.alloc(bytes)
    },
  })
  return { cache, read }
}

test('a file is read when it is asked for again, and then stays in memory', async () => {
  const { cache, read } = open(10)
  expect(await cache.get('a/1.m4s')).toBeUndefined()
  expect(read).toEqual([])
  const second = await cache.get('a/1.m4s')
  expect(second).toHaveLength(10)
  expect(await cache.get('a/1.m4s')).toBe(second)
  expect(read).toEqual(['a/1.m4s'])
  expect(await cache.get('b/1.m4s')).toBeUndefined()
})

test('a file that is too large is read once and then left to the disk', async () => {
  const { cache, read } = open(4 * MIB + 1)
  await cache.get('a/1.m4s')
  expect(await cache.get('a/1.m4s')).toHaveLength(4 * MIB + 1)
  expect(await cache.get('a/1.m4s')).toBeUndefined()
  expect(read).toHaveLength(1)
})

test('a missing file is not kept', async () => {
  const { cache } = open(10)
  for (let times = 0; times < 3; times += 1) expect(await cache.get('a/missing.m4s')).toBeUndefined()
})

test('while much is being sent, no further file is read into memory', async () => {
  const { cache } = open(4 * MIB)
  const answers = Array.from({ length: 33 }, () => new EventEmitter())
  await cache.get('a/1.m4s')
  const bytes = await cache.get('a/1.m4s')
  if (!bytes) throw new Error('The file is in memory.')
  for (const answer of answers) cache.countSending(bytes, answer)
  await cache.get('a/2.m4s')
  expect(await cache.get('a/2.m4s')).toBeUndefined()
  expect(await cache.get('a/1.m4s')).toBe(bytes)
  answers[0]?.emit('close')
  await cache.get('a/2.m4s')
  expect(await cache.get('a/2.m4s')).toHaveLength(4 * MIB)
})
