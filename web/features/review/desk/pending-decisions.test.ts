import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sentTo, testContext } from '#web/test-context.tsx'
import { createPendingDecisions, type PendingDecision, UNDO_MS } from './pending-decisions.ts'

const ONE = '1'.repeat(24)
const TWO = '2'.repeat(24)
const approval = (revisionId: string, covers = [revisionId]): PendingDecision => ({
  revisionId,
  title: `Item ${revisionId}`,
  text: 'Approved.',
  covers,
  requests: [{ revisionId, body: { state: 'approved' } }],
})

let sent: { id: string | undefined; keepalive: boolean | undefined; body: unknown }[]
let reply: () => Response
let failed: [string, string][]

function decisions() {
  const { call } = testContext({
    answers: {
      'review.decide': (request) => {
        const { params, init } = request
        sent.push({ id: params.revisionId, keepalive: init.keepalive, body: sentTo(request) })
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

test('a decision is sent after five seconds, and its items leave the queue at once', async () => {
  const store = decisions()
  store.add(approval(ONE, [ONE, TWO]))
  expect([...store.state().decided]).toEqual([ONE, TWO])
  expect(store.state().unsent).toBe(2)
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([{ id: ONE, keepalive: true, body: { state: 'approved' } }])
  expect(store.state()).toMatchObject({ latest: undefined, unsent: 0 })
  expect([...store.state().decided]).toEqual([ONE, TWO])
})

test('Undo takes back the newest decision, then the one before it', async () => {
  const store = decisions()
  store.add(approval(ONE))
  store.add(approval(TWO))
  expect(store.undo()?.revisionId).toBe(TWO)
  expect(store.state().latest?.revisionId).toBe(ONE)
  expect(store.undo()?.revisionId).toBe(ONE)
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

test('a decision that fails puts its item back and is reported', async () => {
  reply = () => Response.json({ success: false, code: 'conflict', message: 'Changed.' }, { status: 409 })
  const store = decisions()
  store.add(approval(ONE))
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(failed).toEqual([[`Item ${ONE}`, 'Changed.']])
  expect(store.state().decided.size).toBe(0)
})
