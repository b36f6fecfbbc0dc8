import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CallReply } from '#contract/api.ts'
import type { CourseProgress } from '#contract/learning/progress.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { aCourse, aListedCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { layOut } from '#web/test-watch.tsx'
import { Component } from './watch-video.tsx'

const NOT_WATCHED: CourseProgress = {
  _id: aCourse()._id,
  atSeconds: 0,
  watchedSeconds: 0,
  done: false,
  doneBy: null,
  updatedAt: '2026-04-01T10:00:00.000Z',
  videoReplaced: false,
  changed: null,
  changedAt: [],
}

// These tests have no live events.
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  layOut(1216)
})

/** What a confirmed change leaves on the server. */
let stored: Partial<CourseProgress>
beforeEach(() => {
  stored = {}
})

/** Opens a video that this user has watched. */
function open(
  progress: Partial<CourseProgress>,
  playlist = aPlaylist(),
  confirm: () => Response | CallReply<'progress.changeSeen'> = () => ({
    success: true,
    message: 'Marked as seen.',
  }),
): void {
  const context = testContext({
    user: aUser(),
    answers: {
      'courses.get': () => aCourse(),
      'playlists.get': () => playlist,
      'progress.ofPlaylist': () => ({
        courses: [{ ...NOT_WATCHED, ...progress, ...stored }],
        doneCount: progress.done ? 1 : 0,
        continueWith: null,
        secondsLeft: 0,
        rate: null,
      }),
      'progress.changeSeen': () => {
        const answer = confirm()
        if (!(answer instanceof Response)) stored = { changed: null, changedAt: [] }
        return answer
      },
      'comments.threads': () => ({ threads: [], total: 0, nextCursor: null }),
      'notes.list': () => ({ notes: [], total: 0, nextCursor: null }),
      'follows.list': () => ({ teachers: [], playlists: [] }),
      'users.player': () => ({ success: true, ...PLAYER_DEFAULTS }),
    },
  })
  const routes = [{ path: '/watch-video/:playlistId/:videoId', Component }]
  renderAt(routes, `/watch-video/${aPlaylist()._id}/${aCourse()._id}`, context)
}

test('a video that was replaced after it was done says so, and offers to watch it again', async () => {
  open({ done: true, doneBy: 'watched', videoReplaced: true })
  expect(await screen.findByText('This video was replaced. It is still marked as done.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Watch again: / })).toBeTruthy()
})

test('corrections that were added since are named, until Got it', async () => {
  open({ done: true, changed: 'corrections', changedAt: [315, 550] })
  const line = await screen.findByText(/added since you watched/)
  expect(line.textContent).toBe('2 corrections were added since you watched: 5:15, 9:10.')
  expect(screen.getByText('Corrected since you watched')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByText(/since you watched/)).toBeNull())
})

test('a change that could not be confirmed comes back', async () => {
  const refuse = () => errorReply(503, { code: 'unavailable', message: 'Not now.' })
  open({ watchedSeconds: 60, changed: 'video', changedAt: [] }, aPlaylist(), refuse)
  expect(await screen.findByText('New video since you watched.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Got it' })).toBeTruthy())
})

test('the playlist ticks a video that is done, also the one that is open', async () => {
  open({ done: true, doneBy: 'hand' })
  const rail = await screen.findByRole('complementary')
  const current = within(rail).getByRole('link', { current: true })
  expect(within(current).getByText('Done')).toBeTruthy()
})

test('a video that cannot be played says so, is skipped, and does not count', async () => {
  const gone = { ...aListedCourse(2, 'The clove hitch'), unavailableSince: '2026-11-12T10:00:00.000Z' }
  open({}, aPlaylist({ courses: [aListedCourse(1, 'The bowline'), gone, aListedCourse(3, 'The reef knot')] }))
  const rail = await screen.findByRole('complementary')
  expect(within(rail).getByRole('link', { name: /The clove hitch/ }).textContent).toContain(
    'Not available at the moment',
  )
  expect(within(rail).getByRole('tab', { name: 'Playlist 1 of 2' })).toBeTruthy()
  expect(within(rail).getAllByText('0 of 2 done')).not.toHaveLength(0)
  expect(screen.getByRole('link', { name: 'Next video: The reef knot' })).toBeTruthy()
})
