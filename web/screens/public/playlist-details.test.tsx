import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import { returnAddress } from '#web/core/guard.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { ADA, aListedCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component } from './playlist-details.tsx'

const knots = aPlaylist()
const ADDRESS = `/playlist-details/${knots._id}`

let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

interface Opened {
  playlist?: Playlist
  user?: SessionUser
  /** The server's response to a save. */
  save?: () => Response | Promise<Response>
  at?: string
  progress?: PlaylistProgress
}

function open({ playlist = knots, user, save = saved, at = ADDRESS, progress }: Opened = {}) {
  const answers = {
    'playlists.get': () => playlist,
    'saves.save': save,
    ...(progress && { 'progress.ofPlaylist': () => progress }),
  }
  const context = testContext({ user, answers })
  return {
    ...renderAt(
      [
        { path: '/playlist-details/:playlistId', Component },
        { path: '/login', element: <h1>Login</h1> },
      ],
      at,
      context,
    ),
    context,
  }
}

const saved = () =>
  Response.json({ success: true, message: 'Saved.', savedPlaylists: [knots._id, 'f'.repeat(24)] })
const saveButton = (name: string) => screen.findByRole('button', { name })

test('it shows picture, video count, teacher, day, title, description, category and a link to the teacher', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Knots for Sailors', level: 1 })).toBeTruthy()
  const main = within(document.body)
  for (const words of ['Ada Byron', '2026-03-14', 'Seven knots, tied slowly.', 'science']) {
    expect(main.getByText(words)).toBeTruthy()
  }
  expect(main.getAllByText('2 videos')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'View profile' }).getAttribute('href')).toBe(
    `/teacher-profile/${ADA._id}`,
  )
  const pictures = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(pictures).toContain(knots.mainPlaylistImage.url)
})

test('in the preview of a pending playlist the teacher sees the count of the videos listed below it', async () => {
  const pending = aPlaylist({ isPlaylistApproved: 'pending', coursesCount: 2, approvedCoursesCount: 0 })
  open({ playlist: pending, user: aUser({ _id: ADA._id }), at: `${ADDRESS}?as=student` })
  expect(await screen.findByText('You are viewing this as a student. Nothing is recorded.')).toBeTruthy()
  expect(screen.getAllByText('2 videos')).toHaveLength(1)
})

const NONE_PUBLIC = 'No video of this playlist is public yet.'

test('the teacher of an approved playlist reads that none of its videos is public, and nobody else does', async () => {
  const empty = aPlaylist({ courses: [], coursesCount: 0, approvedCoursesCount: 0 })
  open({ playlist: empty, user: aUser({ _id: ADA._id }) })
  expect(await screen.findByText(NONE_PUBLIC)).toBeTruthy()
  cleanup()
  open({ playlist: empty })
  expect(await screen.findByText('No courses yet in this playlist')).toBeTruthy()
  expect(screen.queryByText(NONE_PUBLIC)).toBeNull()
})

test('each video is a card with picture, play overlay and title that leads to the watch page', async () => {
  open()
  const card = await screen.findByRole('link', { name: /The clove hitch/ })
  expect(card.getAttribute('href')).toBe(`/watch-video/${knots._id}/${'2'.repeat(24)}`)
  expect(card.querySelector('img')).not.toBeNull()
  expect(card.querySelector('.thumb > .play')).not.toBeNull()
})

test('level, language, captions and length are marks, and what is unknown is left out', async () => {
  const [first, second] = aPlaylist().courses
  const courses = [
    { ...aListedCourse(1, 'The bowline'), ...first, durationSeconds: 600, captions: ['en', 'de'] },
    { ...aListedCourse(2, 'The clove hitch'), ...second, durationSeconds: 720, captions: ['en'] },
  ]
  const { unmount } = open({ playlist: aPlaylist({ level: 'intermediate', language: 'en', courses }) })
  const marks = within(await screen.findByRole('list', { name: 'About the videos' }))
  expect(marks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'intermediate',
    'English',
    'Captions: English, German',
    '22 min',
  ])
  unmount()
  open({ playlist: aPlaylist({ courses: [aListedCourse(1, 'The bowline')] }) })
  await screen.findByRole('heading', { name: 'Videos' })
  expect(screen.queryByRole('list', { name: 'About the videos' })).toBeNull()
})

test('a row says the first sentence of its video, and that it has captions', async () => {
  const course = {
    ...aListedCourse(1, 'The bowline'),
    summary: 'A loop that holds.',
    hasCaptions: true as const,
  }
  open({ playlist: aPlaylist({ courses: [course] }) })
  const row = await screen.findByRole('link', { name: /The bowline/ })
  expect(row.textContent).toContain('A loop that holds.')
  expect(within(row).getByText('with captions')).toBeTruthy()
})

test('a playlist that was approved says its version', async () => {
  open({ playlist: aPlaylist({ version: { number: 2, approvedAt: '2025-03-14T10:00:00.000Z' } }) })
  const version = await screen.findByText(/^Version 2, approved on/)
  await waitFor(() => expect(version.textContent).toMatch(/^Version 2, approved on 14 Mar(ch)? 2025$/))
})

test('Share copies the address of the page', async () => {
  // Its set-up stands in for the clipboard.
  const user = userEvent.setup()
  const { context } = open()
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await navigator.clipboard.readText()).toBe(`${context.site.origin}${ADDRESS}`)
})

test('a user who has started continues at the second of the video', async () => {
  const [first] = knots.courses
  const course = { _id: first?._id ?? '', atSeconds: 195, watchedSeconds: 195, done: false, doneBy: null }
  const progress: PlaylistProgress = {
    courses: [
      { ...course, updatedAt: knots.updatedAt, videoReplaced: false, changed: 'corrections', changedAt: [5] },
    ],
    doneCount: 0,
    continueWith: course._id,
    secondsLeft: 60,
    rate: null,
  }
  open({ user: aUser(), progress })
  const start = await screen.findByRole('link', { name: /^Continue at 3:12/ })
  expect(start.getAttribute('href')).toBe(`/watch-video/${knots._id}/${first?._id}`)
  expect(screen.getByText('Corrected since you watched')).toBeTruthy()
})

test('the search is beside the heading where something is said that can be found', async () => {
  const courses = [{ ...aListedCourse(1, 'The bowline'), hasCaptions: true as const }]
  const { unmount } = open({ playlist: aPlaylist({ courses }) })
  const heading = await screen.findByRole('heading', { name: 'Videos' })
  const box = screen.getByRole('searchbox', { name: 'Search in this playlist' })
  expect(heading.parentElement?.contains(box)).toBe(true)
  unmount()
  open()
  await screen.findByRole('heading', { name: 'Videos' })
  expect(screen.queryByRole('searchbox', { name: 'Search in this playlist' })).toBeNull()
})

test('a playlist without videos says so', async () => {
  open({ playlist: aPlaylist({ courses: [] }) })
  expect(await screen.findByRole('heading', { name: 'No courses yet in this playlist' })).toBeTruthy()
})

test('the button says Save Playlist, then Saving..., then Saved, and the response replaces the saved list', async () => {
  const answer = Promise.withResolvers<Response>()
  const { context } = open({ user: aUser(), save: () => answer.promise })
  await userEvent.click(await saveButton('Save Playlist'))
  expect((await saveButton('Saving...')).getAttribute('aria-disabled')).toBe('true')
  answer.resolve(saved())
  expect((await saveButton('Saved')).getAttribute('aria-disabled')).toBe('true')
  expect(context.session.current()?.savedPlaylists).toEqual([knots._id, 'f'.repeat(24)])
})

test('a playlist that is on the saved list is Saved, and pressing it does nothing', async () => {
  const save = vi.fn(saved)
  open({ user: aUser({ savedPlaylists: [knots._id] }), save })
  await userEvent.click(await saveButton('Saved'))
  expect(save).not.toHaveBeenCalled()
})

test('a visitor sees for 6000 ms that a login is needed, and nothing is sent', async () => {
  const save = vi.fn(saved)
  open({ save })
  await userEvent.click(await saveButton('Save Playlist'))
  expect(shownToasts).toMatchObject([
    { tone: 'error', text: 'You should login to save playlists', timeout: 6000 },
  ])
  expect(save).not.toHaveBeenCalled()
})

test('Log in on that toast leads to the login, which returns to this page', async () => {
  const { router } = open({ at: `${ADDRESS}?scrollTo=courses-section` })
  await userEvent.click(await saveButton('Save Playlist'))
  expect(shownToasts[0]?.action?.label).toBe('Log in')
  act(() => shownToasts[0]?.action?.run())
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(returnAddress(router.state.location.state)).toBe(`${ADDRESS}?scrollTo=courses-section`)
})

test('the age of the last update is shown if its day differs from the day of creation', async () => {
  const updatedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString()
  const { unmount } = open({ playlist: aPlaylist({ updatedAt }) })
  expect(await screen.findByText('2026-03-14')).toBeTruthy()
  const age = await screen.findByText('3 days ago')
  expect([age.parentElement?.textContent, age.getAttribute('dateTime')]).toEqual([
    'Updated 3 days ago',
    updatedAt,
  ])
  unmount()
  open()
  expect(await screen.findByText('2026-03-14')).toBeTruthy()
  expect(screen.queryByText(/^Updated/)).toBeNull()
})

test.each([
  ['the server’s sentence', () => errorReply(404, { code: 'x', message: 'It is gone.' }), 'It is gone.'],
  [
    'the specification’s without one',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Save failed',
  ],
  [
    'the specification’s without a network',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Save failed',
  ],
])('a failed save shows %s and can be retried', async (whose, fail, text) => {
  let save: Opened['save'] = fail
  open({ user: aUser(), save: () => save?.() ?? saved() })
  await userEvent.click(await saveButton('Save Playlist'))
  // Without a network a toast has these words as its title, and says below that nothing was saved.
  const shown = whose.includes('network')
    ? expect.objectContaining({ tone: 'error', title: text })
    : { tone: 'error', text, timeout: 6000 }
  await waitFor(() => expect(shownToasts).toEqual([shown]))
  expect((await saveButton('Save Playlist')).hasAttribute('aria-disabled')).toBe(false)
  save = undefined
  await userEvent.click(await saveButton('Save Playlist'))
  expect((await saveButton('Saved')).getAttribute('aria-disabled')).toBe('true')
})

test('scrollTo=courses-section scrolls to the videos after 100 ms and stops 284 px above them', async () => {
  const scrolled = vi.fn()
  const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout')
  vi.stubGlobal('scrollTo', scrolled)
  vi.stubGlobal('scrollY', 50)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 1000, 0, 0))
  open({ at: `${ADDRESS}?scrollTo=courses-section` })
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 1000 + 50 - 284, behavior: 'smooth' }))
  expect(setTimeoutSpy).toHaveBeenCalledWith(expect.any(Function), 100)
  expect(document.activeElement?.textContent).toBe('Videos')
})

test('without scrollTo nothing waits to scroll', async () => {
  const waited = vi.spyOn(globalThis, 'setTimeout')
  open()
  expect(await screen.findByRole('heading', { name: 'Videos' })).toBeTruthy()
  expect(waited).not.toHaveBeenCalledWith(expect.any(Function), 100)
})
