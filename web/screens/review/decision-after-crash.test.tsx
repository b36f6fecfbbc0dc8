import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Decision } from '#contract/review/review.ts'
import type { Round } from '#contract/review/rounds.ts'
import type { Draft } from '#web/core/drafts/draft.ts'
import { storeDraft } from '#web/core/drafts/draft-database.ts'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { aRound, aVersion } from '#web/test-revisions.ts'
import { Component as Desk } from './review-desk.tsx'

let round: Round
let sent: unknown[]
let user: SessionUser
let admins = 0
const body = { state: 'changes', reasons: [], message: 'The sound is missing.', notes: [] }

const aDraft = (kind: string): Draft => ({
  user: user._id,
  kind,
  subject: round.subject._id,
  tab: kind,
  fields: {},
  pictures: {},
  at: Date.now() - 60_000,
})

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 403 })))
  // The page of another user reads the database again, as after a crash.
  admins += 1
  user = aUser({ isAdmin: true, _id: String(admins).padStart(24, '0') })
  round = aRound()
  sent = []
  const { title } = round.subject
  const decision = { roundId: round._id, title, text: `Changes requested for “${title}”.` }
  await storeDraft({ ...aDraft('decision'), fields: { ...decision, body: JSON.stringify(body) } }, undefined)
})
afterEach(() => vi.unstubAllGlobals())

function open() {
  const context = testContext({
    user,
    answers: {
      'review.list': () => ({
        items: [],
        total: 0,
        nextCursor: null,
        counts: { waiting: 0, submitted: 0, in_review: 0, changes: 0, rejected: 0 },
        summary: { waiting: 0, oldestSubmittedAt: null, medianHours: null, unavailableVideos: 0 },
        reasons: [],
      }),
      'review.getRound': () => round,
      'review.decideRound': (request) => {
        sent.push(sentTo(request))
        return { success: true, message: 'Decided.', data: round }
      },
      'categories.list': () => ({ categories: [] }),
      'users.player': () => errorReply(500, { code: 'internal', message: 'No settings.' }),
    },
  })
  renderAt([{ path: '/admin/review', Component: Desk }], '/admin/review', context)
}

const SENTENCE = `Your decision on “${aRound().subject.title}” was not sent.`

test('a decision that was not sent before a crash can be sent', async () => {
  open()
  expect(await screen.findByText(SENTENCE)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toMatchObject([body]))
  await waitFor(() => expect(currentDrafts()).toEqual([]))
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

test('it can be discarded', async () => {
  open()
  await screen.findByText(SENTENCE)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByText(SENTENCE)).toBeNull()
  expect(sent).toEqual([])
  expect(currentDrafts()).toEqual([])
})

test('nothing is offered when another admin has decided, and the notes stay', async () => {
  await storeDraft({ ...aDraft('review notes'), fields: { notes: '[]' } }, undefined)
  round = { ...round, playlist: aVersion({ state: 'changes' }), videos: [] }
  open()
  expect(await screen.findByText('Nothing is waiting.')).toBeTruthy()
  await waitFor(() => expect(currentDrafts().map(({ kind }) => kind)).toEqual(['review notes']))
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

test('a decision that arrived before the page could know is forgotten with its notes', async () => {
  await storeDraft({ ...aDraft('review notes'), fields: { notes: '[]' } }, undefined)
  const { playlist } = aRound()
  if (!playlist) throw new Error('It has one.')
  const decisions: Decision[] = [
    {
      _id: playlist._id,
      from: 'submitted',
      to: 'changes',
      reasons: [],
      message: 'Well.',
      admin: { _id: user._id, username: user.username },
      at: playlist.createdAt,
    },
  ]
  round = { ...round, playlist: aVersion({ state: 'changes', decisions }), videos: [] }
  open()
  expect(await screen.findByText('Nothing is waiting.')).toBeTruthy()
  await waitFor(() => expect(currentDrafts()).toEqual([]))
})
