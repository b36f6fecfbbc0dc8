import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ReviewNote, RevisionEntry } from '#contract/review/review.ts'
import { courseItem, type Item, playlistItem } from '#web/features/catalog/versions/submission-state.ts'
import { ADA, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { PlaylistSubmission } from './before-submit.tsx'
import { Decision } from './decision.tsx'

const REVISION = { _id: 'r'.repeat(24), number: 1, state: 'changes' as const }
const sentBack = () =>
  aPlaylist({
    isPlaylistApproved: 'cancel',
    revision: { ...REVISION, submittedAt: '2026-11-20T11:20:00.000Z' },
  })

const aNote = (_id: string, own: Partial<ReviewNote> = {}): ReviewNote => ({
  _id,
  field: 'description',
  atSeconds: null,
  text: 'Say for whom it is.',
  answer: null,
  resolvedAt: null,
  admin: null,
  messages: [],
  carriedFrom: null,
  createdAt: '2026-11-21T16:30:00.000Z',
  ...own,
})

function anEntry(notes: ReviewNote[], own: Partial<RevisionEntry> = {}): RevisionEntry {
  const { _id, title, description } = sentBack()
  const playlist = { _id, title, isPlaylistApproved: 'cancel' as const }
  return {
    ...REVISION,
    subject: { kind: 'playlist', _id, title, playlist, status: 'cancel' },
    baseNumber: 0,
    createdAt: '2026-11-20T10:00:00.000Z',
    submittedAt: '2026-11-20T11:20:00.000Z',
    decidedAt: '2026-11-21T16:30:00.000Z',
    changes: [],
    before: null,
    content: { title, description },
    decisions: [
      {
        _id: 'd'.repeat(24),
        from: 'submitted',
        to: 'changes',
        reasons: [{ _id: '5'.repeat(24), text: 'Description too short' }],
        message: '',
        admin: { _id: 'f'.repeat(24), username: 'Anna' },
        at: '2026-11-21T16:30:00.000Z',
      },
    ],
    notes,
    ...own,
  }
}

interface Opened {
  notes?: ReviewNote[]
  entry?: Partial<RevisionEntry>
  submit?: () => Response
  /** A course beside the playlist. */
  course?: Item
}

function open({ notes = [], entry = {}, submit, course }: Opened = {}) {
  const sent: unknown[] = []
  const seeks: number[] = []
  const playlist = sentBack()
  const context = testContext({
    user: aUser({ ...ADA, role: 'Teacher' }),
    answers: {
      'review.history': () => ({ items: [anEntry(notes, entry)], total: 1, nextCursor: null }),
      'review.answerNote': (request) => {
        sent.push(sentTo(request))
        const note = notes.find(({ _id }) => _id === request.params.reviewNoteId) ?? aNote('x')
        return { note }
      },
      'review.writeMessage': (request) => {
        sent.push(sentTo(request))
        const message = { _id: 'e'.repeat(24), text: '', author: null, createdAt: '2026-11-22T10:00:00.000Z' }
        return { message }
      },
      'review.submitPlaylist': (request) => {
        sent.push(request.path, sentTo(request))
        return submit?.() ?? { success: true, message: 'Submitted for review.', data: playlist }
      },
      'review.waitingTime': () => ({ medianHours: 19, of: 12, trusted: false, edits: 'video' }),
    },
  })
  const element = (
    <main>
      <Decision
        playlistId={playlist._id}
        items={[playlistItem(playlist), ...(course ? [course] : [])]}
        placeOf={({ kind }) => (kind === 'course' ? '2 Closures' : 'Playlist')}
        onSeek={(seconds) => seeks.push(seconds)}
      />
      <PlaylistSubmission playlist={playlist} />
    </main>
  )
  renderAt([{ path: '*', element }], '/', context)
  return { sent, seeks }
}

test('notes wait until each is done or answered; then it can be submitted again', async () => {
  const { sent, seeks } = open({
    notes: [aNote('1', { atSeconds: 192, field: null, text: 'The slide cannot be read.' }), aNote('2')],
  })
  const panel = within(
    await screen.findByRole('region', { name: /^Changes requested by Anna on 21 November/ }),
  )
  expect(panel.getByRole('button', { name: 'Submit again' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(panel.getByRole('button', { name: 'Submit again' }))
  expect(sent).toEqual([])

  await userEvent.click(panel.getByRole('button', { name: 'At 3:12' }))
  expect(seeks).toEqual([192])
  expect(panel.getByRole('link', { name: 'Description' }).getAttribute('href')).toBe(
    `/teacher-dashboard/edit-playlist/${sentBack()._id}?field=description`,
  )
  const [done] = panel.getAllByRole('button', { name: 'Done' })
  const [, answer] = panel.getAllByRole('button', { name: 'Answer' })
  if (!(done && answer)) throw new Error('The buttons are not there.')
  await userEvent.click(done)
  await waitFor(() => expect(sent).toEqual([{ done: true }]))
  await userEvent.click(answer)
  await userEvent.type(panel.getByLabelText('Your answer'), 'For everybody.')
  await userEvent.click(panel.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent[1]).toEqual({ text: 'For everybody.' }))
})

test('a failed checklist is said beside the button', async () => {
  const errors = { title: 'The title needs at least 10 characters.' }
  const { sent } = open({
    notes: [aNote('1', { resolvedAt: '2026-11-22T10:00:00.000Z' })],
    submit: () =>
      errorReply(400, { code: 'invalid', message: 'Finish the checklist before you submit.', errors }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Submit again' }))
  await screen.findByText(errors.title)
  expect(sent).toEqual([`/api/playlists/${sentBack()._id}/submit`, { courses: [] }])
})

test('what was sent back is submitted in its own panel, not in a second one', async () => {
  open({ notes: [] })
  await screen.findByText('Make the changes, then submit again.')
  expect(screen.queryByRole('region', { name: 'Before you submit' })).toBeNull()
})

test('the decision on one video of a playlist names the video', async () => {
  const [row] = aPlaylist().courses
  if (!row) throw new Error('A course is needed.')
  const revision = { _id: 'd'.repeat(24), number: 2, state: 'changes' as const, submittedAt: null }
  const subject = { ...anEntry([], {}).subject, kind: 'course' as const, _id: row._id }
  open({
    entry: { ...revision, subject },
    course: courseItem({ ...row, isCourseApproved: 'cancel', revision }),
  })
  const panel = within(await screen.findByRole('region', { name: /^Changes requested by Anna/ }))
  panel.getByText('2 Closures')
})

test('an item that an old client rejected says so without a name or reasons', async () => {
  open({ entry: { state: 'rejected', decisions: [] } })
  await screen.findByRole('heading', { name: /^Rejected on 21 November/ })
  screen.getByText('The admin has given no reason.')
})

test('a message and the chosen videos go along, and what both have written stands under its note', async () => {
  const draft = (letter: string, title: string) => ({
    kind: 'course' as const,
    _id: letter.repeat(24),
    title,
    status: 'pending' as const,
    stage: 'draft' as const,
  })
  const at = '2026-11-22T10:00:00.000Z'
  const messages = [
    { _id: '1', text: 'Which slide?', author: { _id: '2', username: 'Marta' }, createdAt: at },
  ]
  const { sent } = open({
    notes: [aNote('1', { resolvedAt: at, messages })],
    course: draft('a', 'Closures'),
  })
  const panel = within(await screen.findByRole('region', { name: /^Changes requested by Anna/ }))
  panel.getByText('Which slide?')
  await userEvent.type(panel.getByLabelText(/^Message to the reviewer/), 'It is better now.')
  const box = panel.getByRole('checkbox', { name: 'Closures' })
  await userEvent.click(box)
  await userEvent.click(box)
  await userEvent.click(panel.getByRole('button', { name: 'Submit again' }))
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({ courses: ['a'.repeat(24)], message: 'It is better now.' }),
  )
})
