import { expect, test } from 'vitest'
import type { Decision, ReviewNote, RevisionEntry } from '#contract/review/review.ts'
import { latestDecided, summaryOf } from './returned.ts'
import { timelineOf } from './timeline.ts'

const PLAYLIST = 'b'.repeat(24)
const COURSE = '1'.repeat(24)
const ANNA = { _id: 'f'.repeat(24), username: 'Anna' }
const POOR = { _id: '5'.repeat(24), text: 'Sound or picture too poor' }

const anEntry = (
  own: Partial<RevisionEntry> = {},
  kind: 'playlist' | 'course' = 'playlist',
): RevisionEntry => ({
  _id: `${kind} ${own.number ?? 1}`,
  subject: {
    kind,
    _id: kind === 'playlist' ? PLAYLIST : COURSE,
    title: kind === 'playlist' ? 'Knots' : 'Closures',
    playlist: { _id: PLAYLIST, title: 'Knots', isPlaylistApproved: 'cancel' },
    status: 'cancel',
  },
  number: 1,
  baseNumber: 0,
  state: 'submitted',
  createdAt: '2026-11-20T10:00:00.000Z',
  submittedAt: '2026-11-20T11:20:00.000Z',
  decidedAt: null,
  changes: [],
  before: null,
  content: { title: 'Knots', description: 'Seven knots.' },
  decisions: [],
  notes: [],
  ...own,
})

const aDecision = (own: Partial<Decision> = {}): Decision => ({
  _id: 'd'.repeat(24),
  from: 'submitted',
  to: 'changes',
  reasons: [POOR],
  message: 'Almost there.',
  admin: ANNA,
  at: '2026-11-21T16:30:00.000Z',
  ...own,
})

const aNote = (own: Partial<ReviewNote> = {}): ReviewNote => ({
  _id: 'e'.repeat(24),
  field: 'description',
  atSeconds: null,
  text: 'Say for whom it is.',
  answer: null,
  resolvedAt: null,
  admin: ANNA,
  messages: [],
  carriedFrom: null,
  createdAt: '2026-11-21T16:30:00.000Z',
  ...own,
})

const sentences = (entries: RevisionEntry[]) => timelineOf(entries).map(({ sentence }) => sentence)

test('a playlist and its videos that are submitted together are one event', () => {
  const course = anEntry({ submittedAt: '2026-11-20T11:20:00.400Z' }, 'course')
  expect(sentences([anEntry(), course])).toEqual(['You submitted version 1 with 1 video'])
  expect(sentences([course])).toEqual(["You submitted 'Closures', version 1"])
})

test('events are newest first, with reasons, notes and message', () => {
  const decided = anEntry({ state: 'changes', decisions: [aDecision()], notes: [aNote()] })
  const draft = anEntry({
    number: 2,
    state: 'draft',
    submittedAt: null,
    createdAt: '2026-11-24T09:42:00.000Z',
    before: { title: 'Knots', description: 'Six knots.' },
  })
  const events = timelineOf([draft, decided])
  expect(events.map(({ sentence }) => sentence)).toEqual([
    'You changed the draft of version 2',
    'Anna requested changes to version 1',
    'You submitted version 1',
  ])
  expect(events[1]?.details).toEqual(['Sound or picture too poor · 1 note', 'Almost there.'])
  expect(events[0]?.changed).toEqual([draft])
})

test('the next submission is an event of its own, even within a minute', () => {
  const first = anEntry({ state: 'changes', decisions: [aDecision({ at: '2026-11-20T11:20:10.000Z' })] })
  const second = anEntry({ number: 2, submittedAt: '2026-11-20T11:20:20.000Z' })
  expect(sentences([second, first])).toEqual([
    'You submitted version 2',
    'Anna requested changes to version 1',
    'You submitted version 1',
  ])
})

test('an edit during the review is a change, not a withdrawal', () => {
  const former = anEntry({ state: 'withdrawn' })
  const edited = anEntry({ number: 2, createdAt: '2026-11-20T12:00:00.000Z', before: former.content })
  expect(sentences([edited, former])).toEqual(['You changed version 2', 'You submitted version 1'])
  expect(sentences([former])).toEqual(['You withdrew version 1', 'You submitted version 1'])
})

test('what a trusted teacher submits says that no admin decided', () => {
  const decision = aDecision({ to: 'approved', admin: null, message: 'trusted', reasons: [] })
  const [event] = timelineOf([anEntry({ state: 'approved', decisions: [decision] })])
  expect(event?.sentence).toBe('Approved automatically: version 1')
  expect(event?.details).toEqual([])
})

test('the last decision counts, not what came before it', () => {
  const first = anEntry({ state: 'changes' })
  const approved = anEntry({ number: 2, state: 'approved' })
  const draft = anEntry({ number: 3, state: 'draft' })
  expect(latestDecided([draft, approved, first], PLAYLIST)).toBe(approved)
  expect(latestDecided([draft], PLAYLIST)).toBeUndefined()
})

test('several versions that were sent back together repeat no reason and no message', () => {
  const playlist = anEntry({ state: 'changes', decisions: [aDecision()], notes: [aNote()] })
  const course = anEntry(
    {
      state: 'changes',
      decisions: [aDecision()],
      notes: [aNote({ _id: 'c'.repeat(24), atSeconds: 42, field: null })],
    },
    'course',
  )
  const summary = summaryOf([playlist, course])
  expect(summary?.newest).toBe(playlist)
  expect(summary?.reasons).toEqual([POOR])
  expect(summary?.messages.map(({ text }) => text)).toEqual(['Almost there.'])
  expect(summary?.notes.map(({ note }) => note.atSeconds)).toEqual([null, 42])
})

test('an edit that applied at once was not reviewed, and a video can be returned with its playlist', () => {
  const edited = anEntry({
    number: 2,
    state: 'approved',
    decidedAt: '2026-11-24T10:00:00.000Z',
    changes: ['title', 'description'],
    before: { title: 'Knot', description: 'Six knots.' },
  })
  const [event] = timelineOf([edited])
  expect(event).toMatchObject({
    sentence: 'You changed title and description of version 2',
    details: ['Not reviewed.'],
    changed: [edited],
  })
  const message = 'Returned with the playlist.'
  const returned = anEntry({
    state: 'withdrawn',
    decisions: [aDecision({ to: 'withdrawn', reasons: [], message })],
  })
  expect(timelineOf([returned])[0]).toMatchObject({ sentence: 'Anna returned version 1', details: [message] })
})

test('a change of who can see the playlist is an event of its own', () => {
  const changed = {
    _id: 'c'.repeat(24),
    at: '2026-11-21T09:00:00.000Z',
    user: ANNA,
    visibility: 'members' as const,
  }
  const events = timelineOf([anEntry()], [changed])
  expect(events.map(({ sentence }) => sentence)).toEqual([
    'Anna changed who can see it: Members',
    'You submitted version 1',
  ])
  const [own] = timelineOf([], [changed], ANNA._id)
  expect(own?.sentence).toBe('You changed who can see it: Members')
})
