import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { applyTabMessage } from '#web/app/apply-tab-message.ts'
import { aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component } from './watch-video.tsx'
// The screen downloads this on demand. Importing it here keeps slow machines from timing out.
import '#web/features/insight/privacy/progress-question.tsx'

const ADDRESS = `/watch-video/${aPlaylist()._id}/${aCourse()._id}`
const WORDS = 'What teachers see of you'

/** What the server has stored, what it was sent, and whether it accepts an answer. */
let told: boolean
let sent: unknown[]
let rejects: boolean

beforeEach(() => {
  told = false
  sent = []
  rejects = false
  // These tests have no live events.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})

function open(user = aUser()) {
  const context = testContext({
    user,
    answers: {
      'courses.get': () => aCourse(),
      'playlists.get': () => aPlaylist(),
      'comments.threads': () => ({ threads: [], total: 0, nextCursor: null }),
      'notes.list': () => ({ notes: [], total: 0, nextCursor: null }),
      'privacy.get': () => ({ progressShown: true, told }),
      'privacy.update': (request) => {
        sent.push(sentTo(request))
        if (rejects) return errorReply(500, { code: 'internal', message: 'No.' })
        told = true
        return { success: true, message: 'Saved.', progressShown: true, told }
      },
    },
  })
  renderAt([{ path: '/watch-video/:playlistId/:videoId', Component }], ADDRESS, context)
  return context
}

const title = () => screen.findByRole('heading', { name: 'The bowline' })
const question = () => screen.queryByRole('region', { name: WORDS })

test.each([
  ['OK', { progressShown: true, told: true }],
  ['Hide me', { progressShown: false, told: true }],
])(
  'the watch page says what teachers see of somebody until they answer, here with %s',
  async (name, body) => {
    open()
    await title()
    expect(question()?.textContent).toContain(
      'Teachers and admins can see your name, how many videos of a playlist you have done, and the day you last watched. They never see what you watched within a video, your notes or your history.',
    )
    await userEvent.click(screen.getByRole('button', { name }))
    expect(question()).toBeNull()
    await waitFor(() => expect(sent).toEqual([body]))
  },
)

test('it is answered with the keyboard', async () => {
  open()
  await title()
  screen.getByRole('button', { name: 'OK' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(question()).toBeNull()
})

test('an answer that is not saved brings it back', async () => {
  rejects = true
  open()
  await title()
  await userEvent.click(screen.getByRole('button', { name: 'Hide me' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(question()).not.toBeNull())
})

test('an answer in another tab takes it away here', async () => {
  const { cache } = open()
  await title()
  told = true
  act(() => applyTabMessage(cache, { user: aUser()._id, kind: 'privacy' }))
  await waitFor(() => expect(question()).toBeNull())
})

test('somebody who has answered is not asked', async () => {
  told = true
  open()
  await title()
  expect(question()).toBeNull()
})

test('the teacher of the video is not asked there', async () => {
  open(aUser({ _id: aCourse().teacher._id }))
  await title()
  expect(question()).toBeNull()
})
