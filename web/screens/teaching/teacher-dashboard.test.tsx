import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReviewEdits } from '#contract/review/review.ts'
import { createCall } from '#web/core/api.ts'
import { AppContextProvider } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { createSession } from '#web/core/session-store.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { Component as AddCourse } from './add-course.tsx'
import { Component as AddPlaylist } from './add-playlist.tsx'
import { Component as EditCourse } from './edit-course.tsx'
import { Component as EditPlaylist } from './edit-playlist.tsx'
import { OwnCourses, OwnPlaylists } from './own-items.tsx'
import { Component as Dashboard } from './teacher-dashboard.tsx'

const photo = { url: '/media/photo.webp', width: 640, height: 360 }
const ada = { _id: 'a'.repeat(24), username: 'Ada', profilePhoto: photo }
const adaLoggedIn = {
  ...ada,
  email: 'ada@site.example',
  role: 'Teacher',
  isAdmin: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  createdPlaylists: [],
  savedPlaylists: [],
  token: 'token-of-ada',
}
const sketching = {
  _id: 'b'.repeat(24),
  title: 'Sketching',
  description: `${'x'.repeat(50)}yz`,
  category: 'design',
  mainPlaylistImage: photo,
  isPlaylistApproved: 'pending',
  teacher: ada,
  courses: [{ _id: 'c'.repeat(24), isCourseApproved: 'pending' }],
  createdAt: '2026-03-14T15:09:26.000Z',
  updatedAt: '2026-03-14T15:09:26.000Z',
  coursesCount: 1,
  approvedCoursesCount: 0,
  savedBy: [],
  savedCount: 0,
}
const lines = {
  _id: 'c'.repeat(24),
  videoTitle: 'Lines',
  videoLink: 'hX3c9Kq1vTs',
  description: 'Straight and curved.',
  tutorialImage: photo,
  isCourseApproved: 'pending',
  playlist: { _id: sketching._id, title: sketching.title },
  teacher: { ...ada, role: 'Teacher' },
  likes: [],
  likesCount: 0,
  commentsCount: 0,
  createdAt: '2026-03-15T10:00:00.000Z',
  updatedAt: '2026-03-15T10:00:00.000Z',
}
const TRASH_ID = 'e'.repeat(24)
const EDIT_SKETCHING = `/teacher-dashboard/edit-playlist/${sketching._id}`
const EDIT_LINES = `/teacher-dashboard/edit-course/${sketching._id}/${lines._id}`

/** The data of the server, the requests, its rejection, and the toasts. */
let playlists: unknown[]
let courses: unknown[]
let sent: { method: string; path: string; form: Record<string, unknown> }[]
let rejection: { status: number; reply: object } | 'lost' | undefined
let shownToasts: ToastMessage[]
let user: typeof ada
let reviewEdits: ReviewEdits
let unsubscribe: () => void

beforeEach(() => {
  playlists = [sketching]
  courses = [lines]
  sent = []
  rejection = undefined
  shownToasts = []
  user = ada
  reviewEdits = 'video'
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

function answerOf(path: string): unknown {
  if (path.startsWith('/api/playlists/teacher/'))
    return { playlists, total: playlists.length, nextCursor: null, coursesCount: 0 }
  if (path === '/api/teaching/needs') return { items: [] }
  if (path === '/api/categories') return { categories: [{ _id: 'd'.repeat(24), title: 'design' }] }
  if (path.startsWith(`/api/playlists/${sketching._id}/courses`)) return courses
  if (path.startsWith('/api/courses/')) return { ...lines, teacher: { ...user, role: 'Teacher' } }
  if (path === '/api/review/waiting-time')
    return { medianHours: null, of: 0, trusted: false, edits: reviewEdits }
  return { ...sketching, teacher: user }
}

async function send(path: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  if (method === 'GET') return Response.json(answerOf(path))
  sent.push({ method, path, form: body instanceof FormData ? Object.fromEntries(body) : {} })
  if (rejection === 'lost') throw new TypeError('Failed to fetch')
  if (rejection) return Response.json(rejection.reply, { status: rejection.status })
  if (method === 'DELETE' && path.startsWith('/api/playlists/')) playlists = []
  return Response.json({ success: true, message: 'Said by the server.', data: lines, trashId: TRASH_ID })
}

function open(path: string, loggedIn: object = adaLoggedIn) {
  const session = createSession({
    getItem: () => JSON.stringify(loggedIn),
    setItem: () => {},
    removeItem: () => {},
  })
  const router = createMemoryRouter(
    [
      {
        path: '/teacher-dashboard',
        Component: Dashboard,
        children: [
          { index: true, Component: OwnPlaylists },
          { path: 'add-playlist', Component: AddPlaylist },
          { path: 'add-course', Component: AddCourse },
          { path: 'table-course', Component: OwnCourses },
          { path: 'edit-playlist/:id', Component: EditPlaylist },
          { path: 'edit-course/:playlistId/:courseId', Component: EditCourse },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  const site = { name: 'Lectern', origin: 'https://site.example', figures: 'placeholders' as const }
  const context = { call: createCall(send, session), cache: createCache(), site, session }
  render(
    <AppContextProvider context={context}>
      <RouterProvider router={router} />
    </AppContextProvider>,
  )
  return { user: userEvent.setup(), router, session }
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.findByRole('button', { name })

test('the own playlists are listed with status, date and the first 50 characters of the description', async () => {
  open('/teacher-dashboard')
  const row = within(await screen.findByRole('row', { name: /Sketching/ }))
  expect(row.getByText(`${'x'.repeat(50)} ...`)).toBeTruthy()
  expect(row.getByText('In review')).toBeTruthy()
  expect(row.getByText('2026-03-14')).toBeTruthy()
  expect(row.getByRole('link', { name: 'View Sketching' }).getAttribute('href')).toBe(
    `/playlist-details/${sketching._id}`,
  )
})

test('a teacher without playlists sees an empty state', async () => {
  playlists = []
  open('/teacher-dashboard')
  expect(await screen.findByRole('heading', { name: 'No playlists found.' })).toBeTruthy()
  const add = screen.getByRole('link', { name: 'Add playlist' })
  expect(add.getAttribute('href')).toBe('/teacher-dashboard/add-playlist')
})

test('a teacher without playlists is led from the form of a course to that of a playlist', async () => {
  playlists = []
  open('/teacher-dashboard/add-course')
  expect(await screen.findByText('You have no playlist yet.')).toBeTruthy()
  const add = screen.getByRole('link', { name: 'Add a playlist first' })
  expect(add.getAttribute('href')).toBe('/teacher-dashboard/add-playlist')
})

test.each(['', '/add-playlist', '/add-course', '/table-course'])(
  'a student and an admin who do not teach get a message instead of /teacher-dashboard%s',
  async (path) => {
    for (const isAdmin of [false, true]) {
      open(`/teacher-dashboard${path}`, { ...adaLoggedIn, role: 'Student', isAdmin })
      expect(await screen.findByRole('heading', { name: 'Only a teacher can do this.' })).toBeTruthy()
      expect(screen.queryByRole('form')).toBeNull()
      const update = screen.getByRole('link', { name: 'Update Profile' })
      expect(update.getAttribute('href')).toBe(`/update-user/${ada._id}`)
      cleanup()
    }
  },
)

test.each(['Cancel', 'Escape'])(
  'deleting asks for confirmation with the title, and %s deletes nothing',
  async (way) => {
    const { user } = open('/teacher-dashboard')
    await user.click(await button('Delete Sketching'))
    const dialog = within(
      await screen.findByRole('alertdialog', {
        name: 'Move “Sketching” to the trash?',
        description: 'You can restore it for 30 days.',
      }),
    )
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.activeElement).toBe(await button('Delete Sketching'))
    expect(sent).toEqual([])
  },
)

test('a deleted playlist leaves the table, the heading has the focus, and Undo restores it', async () => {
  const { user } = open('/teacher-dashboard')
  await user.click(await button('Delete Sketching'))
  await user.click(await button('Move to trash'))
  expect(await screen.findByRole('heading', { name: 'No playlists found.' })).toBeTruthy()
  expect(sent).toMatchObject([{ method: 'DELETE', path: `/api/playlists/${sketching._id}/${ada._id}` }])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your playlists'))
  expect(shownToasts).toMatchObject([{ tone: 'success', text: '“Sketching” is in the trash.' }])
  expect(shownToasts[0]?.action?.label).toBe('Undo')
  playlists = [sketching]
  shownToasts[0]?.action?.run()
  expect(await button('Delete Sketching')).toBeTruthy()
  expect(sent[1]).toMatchObject({ method: 'POST', path: `/api/teaching/trash/${TRASH_ID}/restore` })
  expect(shownToasts[1]).toMatchObject({ text: '“Sketching” is restored.' })
})

test('the specified tabs come first, then those behind the divider', async () => {
  open('/teacher-dashboard')
  const tabs = within(await screen.findByRole('navigation', { name: 'Teacher dashboard' })).getAllByRole(
    'link',
  )
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Playlist table',
    'Add new playlist',
    'Courses table',
    'Add new course',
    'Analytics',
    'Trash',
  ])
})

test('the table of courses asks for a playlist first and has an empty state', async () => {
  courses = []
  const { user, router } = open('/teacher-dashboard/table-course')
  expect(await screen.findByRole('heading', { name: 'Choose a playlist' })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Playlist' }), 'Sketching')
  expect(await screen.findByRole('heading', { name: 'No courses yet in this playlist' })).toBeTruthy()
  expect(router.state.location.search).toBe(`?playlist=${sketching._id}`)
})

test('a course without a playlist is not sent: the field and a toast say why', async () => {
  const { user } = open('/teacher-dashboard/add-course')
  await user.type(await field('Video title'), 'Circles')
  await user.click(await button('Add Course'))
  const missing = 'No playlist selected! Please choose one.'
  const playlist = screen.getByRole('combobox', { name: 'Playlist' })
  await waitFor(() => expect(playlist.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(missing)).toBeTruthy()
  expect(shownToasts).toEqual([{ tone: 'error', text: missing, timeout: 10_000 }])
  expect((await field('Video title')).value).toBe('Circles')
  expect(sent).toEqual([])
})

test('a changed course is sent completely without its picture, and leads back to its table', async () => {
  const { user, router } = open(EDIT_LINES)
  const title = await field('Video title')
  await user.clear(title)
  await user.type(title, 'Curves')
  await user.type(await field('Chapters'), '0:00 Straight')
  await user.click(await button('Update Course'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/teacher-dashboard/table-course'))
  expect(sent).toEqual([
    {
      method: 'PUT',
      path: `/api/courses/${sketching._id}/${lines._id}`,
      form: {
        videoTitle: 'Curves',
        videoLink: 'hX3c9Kq1vTs',
        description: 'Straight and curved.',
        chapters: '0:00 Straight',
        playlist: sketching._id,
        updatedAt: lines.updatedAt,
      },
    },
  ])
  expect(shownToasts).toEqual([{ tone: 'success', text: 'Said by the server.', timeout: 6000 }])
})

test('a rejected field shows its error and keeps the input', async () => {
  rejection = {
    status: 400,
    reply: { success: false, code: 'invalid', message: 'No.', errors: { description: 'Say more.' } },
  }
  const { user } = open(EDIT_LINES)
  await user.type(await field('Description'), ' Dotted.')
  await user.click(await button('Update Course'))
  expect(await screen.findByText('Say more.')).toBeTruthy()
  const description = await field('Description')
  expect(description.value).toBe('Straight and curved. Dotted.')
  expect(document.activeElement).toBe(description)
  expect(shownToasts).toEqual([])
})

const CONFLICT = { status: 409, reply: { success: false, code: 'conflict', message: 'Not today.' } }
const LOST = 'The connection was lost. Nothing was saved.'
const OF_SKETCHING = `/teacher-dashboard/table-course?playlist=${sketching._id}`

test.each([
  { what: 'Lines', at: OF_SKETCHING, fate: CONFLICT, text: 'Not today.' },
  { what: 'Lines', at: OF_SKETCHING, fate: 'lost' as const, text: LOST },
  {
    what: 'Sketching',
    at: '/teacher-dashboard',

    fate: CONFLICT,
    text: 'Not today.',
  },
  {
    what: 'Sketching',
    at: '/teacher-dashboard',

    fate: 'lost' as const,
    text: LOST,
  },
])('$what, which could not be deleted, stays, and a toast says: $text', async ({ what, ...scenario }) => {
  rejection = scenario.fate
  const { user } = open(scenario.at)
  await user.click(await button(`Delete ${what}`))
  await user.click(await button('Move to trash'))
  await waitFor(() => expect(shownToasts.map(({ text }) => text)).toEqual([scenario.text]))
  expect(await screen.findByRole('row', { name: new RegExp(what) })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(document.activeElement).toBe(await button(`Delete ${what}`))
})

test('a course is not changed without a token, and the form keeps what was typed', async () => {
  const { user, session } = open(EDIT_LINES)
  await user.type(await field('Video title'), ', never sent')
  session.update({ token: '' })
  await user.click(await button('Update Course'))
  await waitFor(() =>
    expect(shownToasts.map(({ text }) => text)).toEqual(['No token found. Please log in again.']),
  )
  expect((await field('Video title')).value).toBe('Lines, never sent')
  expect(sent).toEqual([])
})

test.each([
  ['video', /^Your changes show at once\. A new video is reviewed/],
  ['all', /^Your changes show when an admin has approved them\.$/],
  ['none', /^Your changes show at once\.$/],
] as const)('with REVIEW_EDITS=%s the form says what happens with an edit', async (edits, note) => {
  reviewEdits = edits
  open(EDIT_LINES)
  expect(await screen.findByText(note)).toBeTruthy()
})

test('a teacher can edit only their own playlist', async () => {
  open(EDIT_SKETCHING)
  expect((await field('Title')).value).toBe('Sketching')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' }).value).toBe('design')
  cleanup()
  user = { ...ada, _id: 'e'.repeat(24) }
  open(EDIT_SKETCHING)
  expect(await screen.findByText('You can edit your own playlists only.')).toBeTruthy()
  expect(screen.queryByText('Sketching')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Update Playlist' })).toBeNull()
})

test('a teacher can edit only their own course', async () => {
  user = { ...ada, _id: 'e'.repeat(24) }
  open(EDIT_LINES)
  expect(await screen.findByRole('heading', { name: 'Video not available.' })).toBeTruthy()
  expect(screen.getByText('You can edit your own videos only.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Update Course' })).toBeNull()
})
