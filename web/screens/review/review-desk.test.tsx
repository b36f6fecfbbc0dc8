import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FullRevision } from '#contract/review/review.ts'
import type { Round } from '#contract/review/rounds.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { aQueueItem, aQueueRound, aRevision, aRound, aRoundVideo, aVersion, id } from '#web/test-revisions.ts'
import { Component as Desk } from './review-desk.tsx'

const ANNA = { _id: id('a'), username: 'Anna' }
const REASONS = ['Video does not play', 'Wrong category'].map((text, index) => ({
  _id: id(String(index)),
  text,
}))

let rounds: Round[]
/** What the other lists have. */
let revision: FullRevision
let sent: { path: string; body: unknown }[]
let queries: Record<string, string>[]

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  // The live stream: no event.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 403 })))
  const ropes = { ...aRound().subject, _id: id('c'), title: 'Ropes' }
  rounds = [aRound(), aRound({ _id: id('b'), subject: ropes, playlist: aVersion(), videos: [] })]
  revision = aRevision({ state: 'approved' })
  sent = []
  queries = []
})
afterEach(() => vi.unstubAllGlobals())

function open(query = '') {
  const record = (request: { path: string; init: RequestInit }) => {
    sent.push({ path: request.path, body: sentTo(request) })
  }
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'review.list': ({ query: asked }) => {
        queries.push(asked)
        return {
          items:
            asked.group === 'rounds'
              ? rounds.map((round, index) => aQueueRound(round, index === 0 ? 72 : 19))
              : [aQueueItem(revision)],
          total: rounds.length,
          nextCursor: null,
          counts: { waiting: 2, submitted: 2, in_review: 0, changes: 0, rejected: 0 },
          summary: {
            waiting: 2,
            oldestSubmittedAt: new Date(Date.now() - 72.5 * 3_600_000).toISOString(),
            medianHours: 19,
            unavailableVideos: 2,
          },
          reasons: REASONS,
        }
      },
      'review.get': () => revision,
      'review.getRound': ({ params }) =>
        rounds.find(({ _id }) => _id === params.roundId) ??
        errorReply(404, { code: 'not_found', message: 'Not found.' }),
      'review.claimRound': (request) => {
        record(request)
        const until = new Date(2026, 10, 24, 11, 2).toISOString()
        return {
          success: true,
          message: 'Yours.',
          claim: { admin: { _id: aUser()._id, username: 'Noah' }, until },
        }
      },
      'review.decideRound': (request) => {
        record(request)
        return { success: true, message: 'Decided.', data: aRound() }
      },
      'review.decideMany': (request) => {
        record(request)
        return { success: true, message: '2 decided.', decided: [id('a'), id('b')], failed: [] }
      },
      'categories.list': () => ({ categories: [] }),
      'users.player': () => errorReply(500, { code: 'internal', message: 'No settings.' }),
    },
  })
  return renderAt(
    [
      { path: '/admin/review', Component: Desk },
      { path: '/', element: null },
    ],
    `/admin/review${query}`,
    context,
  )
}

const item = (name: string) => screen.findByRole('region', { name })

test('the desk shows the queue with its summary, opens the oldest item and claims it', async () => {
  open()
  await item('Knots for Sailors')
  expect(screen.getByText('2 waiting · oldest 3 days · median wait 19 h')).toBeTruthy()
  expect(screen.getByText('2 unavailable videos')).toBeTruthy()
  const rows = within(screen.getByRole('region', { name: 'Queue' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Playlist and 1 video, new3 daysKnots for SailorsAda Byronscience',
    'Playlist, new19 hRopesAda Byronscience',
  ])
  expect(rows[0]?.getAttribute('aria-current')).toBe('true')
  expect(await screen.findByText('You hold this until 11:02')).toBeTruthy()
  expect(sent).toEqual([{ path: `/api/review/rounds/${id('a')}/claim`, body: {} }])
})

test('an item that another admin holds is claimed only on request', async () => {
  const claim = { admin: ANNA, until: '2026-11-24T11:02:00.000Z' }
  rounds = rounds.map((round) => ({ ...round, claim }))
  open()
  const open_ = await item('Knots for Sailors')
  expect(within(open_).getByText('Anna is reviewing this.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(within(open_).getByRole('button', { name: 'Take over' }))
  await waitFor(() =>
    expect(sent).toEqual([{ path: `/api/review/rounds/${id('a')}/claim`, body: { takeOver: true } }]),
  )
})

test('after a decision the next item opens, Undo brings the first back, and leaving sends what is left', async () => {
  const { router } = open()
  await item('Knots for Sailors')
  await userEvent.keyboard('a')
  expect(await screen.findByText('Approved “Knots for Sailors” and 1 video.')).toBeTruthy()
  await item('Ropes')
  expect(document.activeElement?.textContent).toBe('Ropes')
  await userEvent.keyboard('z')
  await item('Knots for Sailors')
  await userEvent.keyboard('r2{Enter}')
  await item('Ropes')
  sent = []
  await router.navigate('/')
  // The claim of the item that is open can come late.
  const decided = () => sent.filter(({ path }) => path.endsWith('/decide'))
  await waitFor(() =>
    expect(decided()).toEqual([
      {
        path: `/api/review/rounds/${id('a')}/decide`,
        body: { state: 'rejected', reasons: [id('1')], message: '', notes: [], seen: [id('1'), id('2')] },
      },
    ]),
  )
})

test('a rejection needs a reason or a message, and Escape goes back', async () => {
  open()
  await item('Knots for Sailors')
  await userEvent.keyboard('c')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Video does not play' }))
  await userEvent.click(screen.getByRole('button', { name: 'Request changes' }))
  expect(await screen.findByText('Choose a reason or write a message.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('group', { name: 'Decision' })).toBeTruthy()
})

test('Escape leaves an empty note and keeps one with text', async () => {
  open()
  await item('Knots for Sailors')
  const note = () => screen.queryByRole('form', { name: 'Write a note' })
  await userEvent.keyboard('n')
  await waitFor(() => expect(note()).toBeTruthy())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(note()).toBeNull())
  await userEvent.keyboard('n')
  await userEvent.type(await screen.findByLabelText(/^Note/), 'Half a{Escape}')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note/).value).toBe('Half a')
})

test('the changes of an edit are marked word by word, and Everything shows the whole version', async () => {
  const version = aVersion({ changes: ['title'] })
  const before = { ...version.content, title: 'Knots for Everybody' }
  rounds = [
    aRound({ playlist: { ...version, before }, videos: [], version: { kind: 'edit', submission: 1 } }),
  ]
  open()
  const shown = await item('Knots for Sailors')
  expect(within(shown).getByRole('heading', { name: 'What changed' })).toBeTruthy()
  expect(shown.querySelector('del')?.textContent).toBe('Everybody')
  expect(shown.querySelector('ins')?.textContent).toBe('Sailors')
  expect(within(shown).queryByText('Seven knots, tied slowly.')).toBeNull()
  await userEvent.click(within(shown).getByRole('radio', { name: 'Everything' }))
  expect(within(shown).getByText('Seven knots, tied slowly.')).toBeTruthy()
})

test('with items ticked, the keys and the bar decide about the ticked ones', async () => {
  open()
  await item('Knots for Sailors')
  const bar = () => within(screen.getByRole('group', { name: 'Decision' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Ropes' }))
  expect(bar().getByRole('button', { name: /^Approve 1 item/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Knots for Sailors' }))
  for (const name of [/^Approve 2 items/, /^Request changes to 2 items/, /^Reject 2 items/])
    expect(bar().getByRole('button', { name })).toBeTruthy()
  sent = []
  await userEvent.keyboard('c')
  expect(await screen.findByRole('dialog', { name: 'Request changes to 2 items?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('a')
  const dialog = await screen.findByRole('dialog', { name: 'Approve 2 items?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve 2 items' }))
  await waitFor(() =>
    expect(sent).toContainEqual({
      path: '/api/review/decide',
      body: { ids: [id('a'), id('b')], state: 'approved', reasons: [] },
    }),
  )
  expect(sent.filter(({ path }) => path.endsWith('a/decide'))).toEqual([])
  expect(await screen.findByRole('button', { name: /^Approve playlist and 1 video/ })).toBeTruthy()
})

test('a click low in the queue scrolls the item into view and leaves the focus in the queue', async () => {
  open()
  const shown = await item('Knots for Sailors')
  const scrolled: (string | null)[] = []
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function scroll(this: HTMLElement) {
    scrolled.push(this.querySelector('h2')?.textContent ?? null)
  })
  const above = { ...shown.getBoundingClientRect(), top: -900 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(above)
  const row = screen.getByRole('link', { name: /Ropes/ })
  await userEvent.click(row)
  await item('Ropes')
  await waitFor(() => expect(scrolled).toEqual(['Ropes']))
  expect(document.activeElement).toBe(row)
  await userEvent.click(row)
  await waitFor(() => expect(scrolled).toEqual(['Ropes', 'Ropes']))
})

test('chapters and titles of sections are compared line by line', async () => {
  const chapters = (title: string) => [{ at: 0, title }]
  const sections = (title: string) => [{ _id: id('8'), title }]
  const playlist = aVersion({ changes: ['sections'] })
  const video = aRoundVideo('2', { changes: ['chapters'] })
  rounds = [
    aRound({
      playlist: {
        ...playlist,
        before: { ...playlist.content, sections: sections('Basics') },
        content: { ...playlist.content, sections: sections('Essentials') },
      },
      videos: [
        {
          ...video,
          before: { ...video.content, chapters: chapters('Begin') },
          content: { ...video.content, chapters: chapters('Start') },
        },
      ],
    }),
  ]
  open()
  const shown = await item('Knots for Sailors')
  const words = (tag: string) => [...shown.querySelectorAll(tag)].map(({ textContent }) => textContent)
  expect([words('del'), words('ins')]).toEqual([
    ['Basics', 'Begin'],
    ['Essentials', 'Start'],
  ])
})

test('the filters are in the address and go to the server; what is decided is listed by version', async () => {
  const { router } = open('?state=automatic&kind=playlist')
  await item('Knots for Sailors')
  await userEvent.click(screen.getByRole('button', { name: 'Videos' }))
  await waitFor(() => expect(queries.at(-1)).toEqual({ state: 'automatic', kind: 'course', limit: '50' }))
  expect(router.state.location.search).toBe('?state=automatic&kind=course')
})
