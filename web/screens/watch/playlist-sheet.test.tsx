/** The playlist of a watch page with one column. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { aCourse, aListedCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { Component } from './watch-video.tsx'
// The screen downloads this on demand. Importing it here keeps slow machines from timing out.
import './playlist-sheet.tsx'

const COURSES = ['The bowline', 'The clove hitch', 'The reef knot'].map((title, index) =>
  aListedCourse(index + 1, title),
)
const addressOf = (index: number) => `/watch-video/${aPlaylist()._id}/${COURSES[index]?._id}`

// These tests have no live events.
beforeEach(() => vi.stubGlobal('fetch', async () => new Response(null, { status: 404 })))

function open() {
  const context = testContext({
    user: aUser(),
    answers: {
      'courses.get': ({ params: { courseId = '' } }) => aCourse({ _id: courseId }),
      'playlists.get': () => aPlaylist({ courses: COURSES }),
      'progress.ofPlaylist': () => ({
        courses: [],
        doneCount: 1,
        continueWith: null,
        secondsLeft: 3900,
        rate: null,
      }),
      'comments.threads': () => ({ threads: [], total: 0, nextCursor: null }),
      'notes.list': () => ({ notes: [], total: 0, nextCursor: null }),
      'users.player': () => PLAYER_DEFAULTS,
    },
  })
  const routes = [
    { path: '/watch-video/:playlistId/:videoId', Component },
    { path: '/', element: 'Home' },
  ]
  const { router } = renderAt(routes, addressOf(1), context)
  return router
}

async function openSheet(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: /^Playlist · 2 of 3/ }))
  return screen.findByRole('dialog', { name: 'Knots for Sailors' })
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the sheet has the sum, the videos, and the videos before and after', async () => {
  open()
  const sheet = within(await openSheet())
  expect(sheet.getByText(/^1 of 3 done/)).toBeTruthy()
  expect(sheet.getAllByRole('listitem')).toHaveLength(3)
  expect(sheet.getByRole('link', { current: true }).textContent).toContain('The clove hitch')
  expect(sheet.getByRole('link', { name: 'Previous video: The bowline' })).toBeTruthy()
  expect(sheet.getByRole('link', { name: 'Next video: The reef knot' })).toBeTruthy()
})

test('its button, Escape, Back and a drag down close it, and the page stays', async () => {
  const router = open()
  await openSheet()
  await userEvent.click(screen.getByRole('button', { name: 'Close playlist' }))
  await expectClosed()
  await openSheet()
  await userEvent.keyboard('{Escape}')
  await expectClosed()
  await openSheet()
  await router.navigate(-1)
  await expectClosed()
  const sheet = await openSheet()
  const drag = (pixels: number) => {
    fireEvent.pointerDown(sheet, { clientY: 100, isPrimary: true })
    fireEvent.pointerMove(sheet, { clientY: 100 + pixels })
    fireEvent.pointerUp(sheet, { clientY: 100 + pixels })
  }
  drag(40)
  expect(screen.getByRole('dialog')).toBe(sheet)
  expect(sheet.style.getPropertyValue('translate')).not.toContain('40px')
  drag(120)
  await expectClosed()
  expect(router.state.location.pathname).toBe(addressOf(1))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Playlist · 2 of 3/ }))
})

test('a video that is chosen in the sheet takes the place of the open sheet in the history', async () => {
  const router = open()
  const sheet = within(await openSheet())
  await userEvent.click(sheet.getByText('The reef knot'))
  await waitFor(() => expect(router.state.location.pathname).toBe(addressOf(2)))
  await screen.findByRole('button', { name: /^Playlist · 3 of 3/ })
  expect(screen.queryByRole('dialog')).toBeNull()
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe(addressOf(1)))
  await screen.findByRole('button', { name: /^Playlist · 2 of 3/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})
