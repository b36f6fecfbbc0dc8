import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallReply } from '#contract/api.ts'
import type { FormerRound, Round } from '#contract/review/rounds.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import {
  aNote,
  aQueueRound,
  aReviewedCourse,
  aRound,
  aRoundVideo,
  aVersion,
  id,
} from '#web/test-revisions.ts'
import { Component as Desk } from './review-desk.tsx'

const IRIS = { _id: id('9'), username: 'Iris' }
const message = (text: string) => ({
  _id: id('f'),
  text,
  author: ANNA,
  createdAt: '2026-03-15T10:00:00.000Z',
})
const ANNA = { _id: id('e'), username: 'Anna' }

/** Sent back with three notes: about the playlist, a video of this round and one that is not in it. */
function formerRound(): FormerRound {
  const about = (kind: 'playlist' | 'course', _id: string, title: string) => ({ kind, _id, title })
  const { subject } = aRound()
  return {
    _id: id('c'),
    number: 1,
    message: 'My first course.',
    submittedAt: '2026-03-10T10:00:00.000Z',
    decidedAt: '2026-03-11T10:00:00.000Z',
    state: 'changes',
    decision: {
      _id: id('d'),
      from: 'submitted',
      to: 'changes',
      reasons: [{ _id: id('1'), text: 'Description too short' }],
      message: 'Almost there.',
      admin: IRIS,
      at: '2026-03-11T10:00:00.000Z',
    },
    notes: [
      {
        ...aNote({ resolvedAt: '2026-03-12T10:00:00.000Z', admin: IRIS }),
        revisionId: id('6'),
        subject: about('playlist', subject._id, subject.title),
      },
      {
        ...aNote({
          _id: id('7'),
          field: null,
          atSeconds: 192,
          text: 'The slide cannot be read.',
          answer: 'It is my handwriting.',
          messages: [message('It is my handwriting.')],
        }),
        revisionId: id('6'),
        subject: about('course', id('2'), 'Lesson 2'),
      },
      {
        ...aNote({ _id: id('5'), text: 'Shorten it.', answer: 'I did.' }),
        revisionId: id('6'),
        subject: about('course', id('4'), 'Lesson 4'),
      },
    ],
  }
}

/** The second round: the description of the playlist has changed, and a video compared with what is online. */
function secondRound(): Round {
  const { content } = aVersion()
  const video = aRoundVideo('2')
  return aRound({
    number: 2,
    message: 'Now for everybody.',
    version: { kind: 'new', submission: 2 },
    playlist: aVersion({
      content: { ...content, description: 'Eight knots.' },
      formerly: { round: 1, content, changes: ['description'] },
    }),
    videos: [
      {
        ...video,
        before: { ...video.content, title: 'Lesson zero' },
        changes: ['title'],
        formerly: { round: 1, content: video.content, changes: [] },
      },
      aRoundVideo('3'),
    ],
    courses: [
      aReviewedCourse('2', 'submitted'),
      aReviewedCourse('3', 'submitted'),
      aReviewedCourse('4', 'approved'),
    ],
    rounds: [formerRound()],
  })
}

let round: Round
let sent: { path: string; body: unknown }[]
let decide: () => Response | CallReply<'review.decideRound'>
let admins = 0

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  // The live stream: no event.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 403 })))
  round = secondRound()
  sent = []
  decide = () => ({ success: true, message: 'Decided.', data: round })
})
afterEach(() => vi.unstubAllGlobals())

async function open(query = '') {
  admins += 1
  const record = (request: { path: string; init: RequestInit }) => {
    sent.push({ path: request.path, body: sentTo(request) })
  }
  const context = testContext({
    // Nobody finds the drafts of another test.
    user: aUser({ isAdmin: true, _id: String(admins).padStart(24, 'a') }),
    answers: {
      'review.list': () => ({
        items: [aQueueRound(round)],
        total: 1,
        nextCursor: null,
        counts: { waiting: 1, submitted: 1, in_review: 0, changes: 0, rejected: 0 },
        summary: { waiting: 1, oldestSubmittedAt: null, medianHours: null, unavailableVideos: 0 },
        reasons: [{ _id: id('1'), text: 'Description too short' }],
      }),
      'review.getRound': () => round,
      'review.claimRound': () => errorReply(409, { code: 'conflict', message: 'Held.' }),
      'review.decideRound': (request) => {
        record(request)
        return decide()
      },
      'review.writeMessage': (request) => {
        record(request)
        return { message: message('Type it, please.') }
      },
      'categories.list': () => ({ categories: [] }),
      'users.player': () => errorReply(500, { code: 'internal', message: 'No settings.' }),
    },
  })
  const view = renderAt(
    [
      { path: '/admin/review', Component: Desk },
      { path: '/', element: null },
    ],
    `/admin/review${query}`,
    context,
  )
  return { ...view, shown: await screen.findByRole('region', { name: 'Knots for Sailors' }) }
}

const note = (text: string) => {
  const all = screen.getByRole('region', { name: 'Notes of the former rounds' })
  const found = within(all)
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(text))
  if (!found) throw new Error(`No note says ${text}`)
  return within(found)
}
/** The decision that was sent. */
const decision = () => sent.find(({ path }) => path.endsWith('/decide'))?.body

test('a round shows the message, what changed, and the former decision with its notes and conversations', async () => {
  const { shown } = await open()
  expect(within(shown).getByText('· Playlist and 2 videos, second round')).toBeTruthy()
  expect(within(shown).getByText('Now for everybody.')).toBeTruthy()
  expect(
    within(shown)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent),
  ).toEqual(['Since round 1', 'Since what is online', 'Everything'])
  expect(shown.querySelector('ins')?.textContent).toContain('Eight')
  await userEvent.click(within(shown).getByRole('radio', { name: 'Since what is online' }))
  expect(shown.querySelector('del')?.textContent).toContain('zero')
  await userEvent.click(within(shown).getByRole('radio', { name: 'Everything' }))
  expect(within(shown).getByText('Eight knots.')).toBeTruthy()

  expect(screen.getByText('3: 1 done, 2 answered')).toBeTruthy()
  expect(note('Say more.').getByText('Ada marked it done')).toBeTruthy()
  expect(note('The slide').getByText('1 Lesson 2 ·', { exact: false })).toBeTruthy()
  expect(note('The slide').getByText('It is my handwriting.')).toBeTruthy()
  const rounds = within(screen.getByRole('region', { name: 'Rounds' }))
  expect(rounds.getByText('To the reviewer: My first course.')).toBeTruthy()
  expect(rounds.getByText('Description too short · 3 notes')).toBeTruthy()
  expect(rounds.getByText('Almost there.')).toBeTruthy()
})

test('a note is asked again where its item waits, and the decision carries it', async () => {
  const { router } = await open()
  expect(note('Shorten it.').queryByRole('button', { name: /^Ask again/ })).toBeNull()
  await userEvent.click(note('The slide').getByRole('button', { name: /^Ask again/ }))
  expect(screen.getByText('1 Lesson 2 · Asked again · Your note, not sent yet')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Decision about Lesson 2'), 'Request changes')
  await userEvent.click(screen.getByRole('button', { name: /^Approve playlist and 1 video/ }))
  // What is sent back needs a reason or a message.
  await userEvent.type(await screen.findByLabelText('Message to Ada'), 'Only the slide.')
  await userEvent.click(screen.getByRole('button', { name: 'Approve playlist and 1 video with 1 note' }))
  await router.navigate('/')
  await waitFor(() =>
    expect(decision()).toEqual({
      state: 'approved',
      reasons: [],
      message: 'Only the slide.',
      notes: [
        {
          revisionId: id('2'),
          atSeconds: 192,
          text: 'The slide cannot be read.',
          carriedFrom: id('7'),
        },
      ],
      videos: [{ revisionId: id('2'), state: 'changes' }],
      seen: [id('1'), id('2'), id('3')],
    }),
  )
})

test('the conversation about a note goes on from the desk', async () => {
  await open()
  await userEvent.click(note('The slide').getByRole('button', { name: /^Reply/ }))
  await userEvent.type(screen.getByLabelText('Reply to Ada'), 'Type it, please.')
  await userEvent.click(note('The slide').getByRole('button', { name: 'Send' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { path: `/api/review/notes/${id('7')}/messages`, body: { text: 'Type it, please.' } },
    ]),
  )
  await waitFor(() => expect(screen.queryByLabelText('Reply to Ada')).toBeNull())
})

test('too late, notes, reasons and message come back beside the round after it', async () => {
  const { router } = await open()
  await userEvent.click(note('Say more.').getByRole('button', { name: /^Ask again/ }))
  await userEvent.keyboard('c1')
  await userEvent.type(screen.getByLabelText('Message to Ada'), 'Half a word')
  const refusal = 'Iris has already decided this: changes requested.'
  decide = () => errorReply(409, { code: 'conflict', message: refusal })
  await userEvent.click(screen.getByRole('button', { name: 'Request changes with 1 reason and 1 note' }))
  // Ada has submitted again meanwhile.
  const version = { kind: 'new' as const, submission: 3 }
  round = { ...secondRound(), _id: id('d'), version, playlist: aVersion({ _id: id('4') }) }
  await router.navigate('/')
  await waitFor(() => expect(decision()).toBeTruthy())
  sent = []
  decide = () => ({ success: true, message: 'Decided.', data: round })
  await router.navigate('/admin/review')
  await screen.findByText('· Playlist and 2 videos, third round')
  expect(await screen.findByLabelText('Message to Ada')).toHaveProperty('value', 'Half a word')
  expect(screen.getByRole('checkbox', { name: /Description too short/ })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('button', { name: 'Request changes with 1 reason and 1 note' }))
  await router.navigate('/')
  await waitFor(() =>
    expect(decision()).toMatchObject({
      message: 'Half a word',
      notes: [{ revisionId: id('4'), field: 'title', carriedFrom: id('8') }],
    }),
  )
})

test('the desk says when the teacher changes what is open', async () => {
  const { shown } = await open()
  expect(screen.queryByText('Ada has changed this since you opened it.')).toBeNull()
  round = { ...round, playlist: aVersion({ _id: id('4') }) }
  await userEvent.click(note('Say more.').getByRole('button', { name: /^Reply/ }))
  await userEvent.type(screen.getByLabelText('Reply to Ada'), 'And?')
  // Every write reads the desk again.
  await userEvent.click(note('Say more.').getByRole('button', { name: 'Send' }))
  expect(await within(shown).findByText('Ada has changed this since you opened it.')).toBeTruthy()
})
