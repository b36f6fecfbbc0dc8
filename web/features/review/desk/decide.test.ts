import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sentTo, testContext } from '#web/test-context.tsx'
import { createPendingDecisions, type PendingDecision, UNDO_MS } from './decide.ts'

const ONE = '1'.repeat(24)
const TWO = '2'.repeat(24)
const approval = (roundId: string): PendingDecision => ({
  roundId,
  playlistId: roundId,
  title: `Item ${roundId}`,
  text: 'Approved.',
  body: { state: 'approved' },
})

let sent: { id: string | undefined; keepalive: boolean | undefined; body: unknown }[]
let reply: () => Response
let failed: [string, string][]

function decisions() {
  const { call } = testContext({
    answers: {
      'review.decideRound': (request) => {
        const { params, init } = request
        sent.push({ id: params.roundId, keepalive: init.keepalive, body: sentTo(request) })
        return reply()
      },
    },
  })
  return createPendingDecisions({
    call,
    onSent: () => undefined,
    onFailed: ({ title }, error) => failed.push([title, error instanceof Error ? error.message : '']),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  failed = []
  reply = () => Response.json({ success: true, message: 'Approved.' })
})
afterEach(() => vi.useRealTimers())

test('a decision is sent after five seconds, and its round leaves the queue at once', async () => {
  const store = decisions()
  store.add(approval(ONE))
  expect([...store.state().decided]).toEqual([ONE])
  expect(store.state().unsent).toBe(1)
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([{ id: ONE, keepalive: true, body: { state: 'approved' } }])
  expect(store.state()).toMatchObject({ latest: undefined, unsent: 0 })
  expect([...store.state().decided]).toEqual([ONE])
})

test('Undo takes back the newest decision, then the one before it', async () => {
  const store = decisions()
  store.add(approval(ONE))
  store.add(approval(TWO))
  expect(store.undo()?.roundId).toBe(TWO)
  expect(store.state().latest?.roundId).toBe(ONE)
  expect(store.undo()?.roundId).toBe(ONE)
  expect(store.undo()).toBeUndefined()
  expect(store.state().decided.size).toBe(0)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(sent).toEqual([])
})

test('leaving the page sends all decisions at once, with requests that outlive the page', async () => {
  const store = decisions()
  store.add(approval(ONE))
  store.add(approval(TWO))
  store.flush()
  expect(sent.map(({ id, keepalive }) => ({ id, keepalive }))).toEqual([
    { id: ONE, keepalive: true },
    { id: TWO, keepalive: true },
  ])
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(sent).toHaveLength(2)
})

test('a decision that fails puts its round back and is reported', async () => {
  reply = () => Response.json({ success: false, code: 'conflict', message: 'Changed.' }, { status: 409 })
  const store = decisions()
  store.add(approval(ONE))
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(failed).toEqual([[`Item ${ONE}`, 'Changed.']])
  expect(store.state().decided.size).toBe(0)
})
