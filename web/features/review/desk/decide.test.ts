import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sentTo, testContext } from '#web/test-context.tsx'
import { aReviewedCourse, aRevision, id } from '#web/test-revisions.ts'
import {
  approvalOf,
  approveLabel,
  createPendingDecisions,
  type PendingDecision,
  rejectionOf,
  UNDO_MS,
  videosApproval,
} from './decide.ts'
import type { UnsentNote } from './notes.tsx'

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

const courses = [
  aReviewedCourse('2', 'submitted'),
  aReviewedCourse('3', 'approved'),
  aReviewedCourse('4', 'in_review'),
]
const playlist = aRevision({ courses })
const note = (revisionId: string, place: UnsentNote['place']): UnsentNote => ({
  key: 1,
  revisionId,
  place,
  text: 'Look here.',
})

test('a playlist is approved together with its videos that wait', () => {
  expect(approveLabel(playlist)).toBe('Approve playlist and 2 videos')
  const { text, covers, requests } = approvalOf(playlist, [])
  expect(text).toBe('Approved “Knots for Sailors” and 2 videos.')
  expect(covers).toEqual([id('1'), id('2'), id('4')])
  expect(requests).toEqual([
    { revisionId: id('1'), body: { state: 'approved', notes: [], courses: [id('2'), id('4')] } },
  ])
})

test('a note about a video goes out with a decision about that video', () => {
  const notes = [note(id('1'), { field: 'title' }), note(id('4'), { atSeconds: 192 })]
  const body = { state: 'changes', reasons: ['r'], message: 'Please.' } as const
  const { covers, requests } = rejectionOf(playlist, notes, { ...body, reasons: [...body.reasons] })
  expect(covers).toEqual([id('1'), id('4')])
  expect(requests).toEqual([
    { revisionId: id('1'), body: { ...body, notes: [{ field: 'title', text: 'Look here.' }] } },
    { revisionId: id('4'), body: { ...body, notes: [{ atSeconds: 192, text: 'Look here.' }] } },
  ])
})

test('the videos of a playlist that is decided already are approved by one request', () => {
  const { covers, requests } = videosApproval({ ...playlist, state: 'approved' }, [])
  expect(covers).toEqual([id('2'), id('4')])
  expect(requests).toEqual([
    { revisionId: id('2'), body: { state: 'approved', notes: [], courses: [id('4')] } },
  ])
})
