import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MergeItem } from '#contract/learning/progress.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { aUser, type CallRequest, errorReply, testContext } from '#web/test-context.tsx'
import { openQueue, queueKey } from './queue.ts'
import { sendQueue } from './send-queue.ts'

const userId = aUser()._id
const queue = openQueue(localStorage, userId)
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  localStorage.clear()
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

const record = (courseId: string, ranges: [number, number][]) =>
  queue.add(courseId, {
    at: 9,
    duration: 600,
    rate: 1,
    videoKey: 'youtube:one',
    ranges,
    startedAt: '2026-04-01T10:00:00.000Z',
    endedAt: '2026-04-01T10:02:00.000Z',
  })

interface Merged {
  merged: number
  skipped: number
  addedSeconds?: number
}

/** Sends the queue to a server that answers like this, and returns what it got and the seconds that were added. */
async function sendAndCount(reply: () => Merged | Response, thenForget = false) {
  const sent: MergeItem[][] = []
  const { call, cache } = testContext({
    user: aUser(),
    answers: {
      'progress.merge': ({ init }: CallRequest) => {
        sent.push(JSON.parse(typeof init.body === 'string' ? init.body : '{}').items)
        const merged = reply()
        return merged instanceof Response ? merged : { addedSeconds: 0, ...merged }
      },
    },
  })
  return { sent, added: await sendQueue({ call, cache, userId, thenForget }) }
}

const send = async (...how: Parameters<typeof sendAndCount>) => (await sendAndCount(...how)).sent

test('everything is sent once', async () => {
  record('c1', [[0, 9]])
  record('c2', [[5, 9]])
  const reply = () => ({ merged: 2, skipped: 0 })
  expect(await send(reply)).toMatchObject([[{ courseId: 'c2' }, { courseId: 'c1', ranges: [[0, 9]] }]])
  expect(await send(reply)).toEqual([])
  expect(shownToasts).toEqual([])
})

test('without an answer everything stays', async () => {
  record('c1', [[0, 9]])
  await send(() => errorReply(503, { code: 'busy', message: 'Later.' }), true)
  expect(queue.items()).toMatchObject([{ courseId: 'c1', ranges: [[0, 9]] }])
})

test('an item that the server always rejects does not block the rest', async () => {
  record('c1', [[0, 9]])
  await send(() => errorReply(400, { code: 'invalid', message: 'No.' }))
  expect(queue.items()).toEqual([])
})

test.each([
  [1, 'Progress for 1 removed video was not saved.'],
  [2, 'Progress for 2 removed videos was not saved.'],
])('%s removed videos are one toast', async (skipped, text) => {
  record('c1', [[0, 9]])
  record('c2', [[0, 9]])
  await send(() => ({ merged: 2 - skipped, skipped }))
  expect(shownToasts).toMatchObject([{ tone: 'info', text }])
})

test('a removed video with many ranges counts as one', async () => {
  record(
    'c1',
    Array.from({ length: 450 }, (_, n) => [n * 2, n * 2 + 1]),
  )
  await send(() => ({ merged: 0, skipped: 3 }))
  expect(shownToasts).toMatchObject([{ text: 'Progress for 1 removed video was not saved.' }])
})

test('more than two hundred items are several requests, whose seconds are added up', async () => {
  for (let n = 0; n < 50; n += 1) {
    record(
      `c${n}`,
      Array.from({ length: 900 }, (_, at) => [at * 2, at * 2 + 1]),
    )
  }
  const { sent, added } = await sendAndCount(() => ({ merged: 1, skipped: 0, addedSeconds: 27 }))
  expect(sent.map(({ length }) => length)).toEqual([200, 50])
  expect(added).toBe(54)
  expect(queue.items()).toEqual([])
})

test('a user who logs out leaves no positions behind', async () => {
  record('c1', [[0, 9]])
  await send(() => ({ merged: 1, skipped: 0 }), true)
  expect(localStorage.getItem(queueKey(userId))).toBeNull()
})
