import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/account/users.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { Component as Profile } from '#web/screens/account/profile.tsx'
import { Component as About } from '#web/screens/public/about.tsx'
import { Component as Contact } from '#web/screens/public/contact.tsx'
import { Component as TeacherProfile } from '#web/screens/public/teacher-profile.tsx'
import { Component as Teachers } from '#web/screens/public/teachers.tsx'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'

const photo = { url: '/media/photo.webp', width: 640, height: 640 }
const since = '2026-03-14T15:09:26.000Z'
const base = { profilePhoto: photo, createdAt: since, createdPlaylists: [], savedPlaylistsCount: 7 }
const ada: User = {
  ...base,
  _id: 'a'.repeat(24),
  username: 'Ada Byron',
  role: 'Teacher',
  approvedPlaylistsCount: 3,
  approvedCoursesCount: 14,
}
const noah: User = { ...base, _id: 'b'.repeat(24), username: 'Noah Bennett', role: 'Student' }
const iris: User = {
  ...base,
  _id: 'c'.repeat(24),
  username: 'Iris Novak',
  role: 'Other',
  profession: 'Librarian',
}

const playlist = (title: string, isPlaylistApproved: ApprovalStatus): PlaylistCard => ({
  _id: title.length.toString(16).repeat(24),
  title,
  description: '',
  category: 'design',
  mainPlaylistImage: photo,
  isPlaylistApproved,
  teacher: ada,
  courses: [],
  createdAt: since,
  updatedAt: since,
  coursesCount: 0,
  approvedCoursesCount: 0,
  savedBy: [],
  savedCount: 0,
})

/** The users and playlists of the server, and the toasts. */
let userPages: User[][]
let playlists: PlaylistCard[]
let broken: boolean
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  userPages = [[ada, noah], [iris]]
  playlists = []
  broken = false
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

const userNotFound = () => errorReply(404, { code: 'not_found', message: 'User not found.' })
const searchResults = (teachers: User[]) => ({
  data: teachers.map((teacher) => ({ teacher, playlists: [] })),
  total: teachers.length,
  nextCursor: null,
})

function open(path: string, user?: User & { isAdmin?: boolean }) {
  const context = testContext({
    ...(user && { user: aUser(user) }),
    answers: {
      'users.list': ({ query }) =>
        query.cursor === 'next'
          ? { users: userPages[1] ?? [], total: 3, nextCursor: null }
          : { users: userPages[0] ?? [], total: 3, nextCursor: userPages[1] ? 'next' : null },
      'users.get': ({ params }) => {
        if (broken) return errorReply(400, { code: 'invalid', message: 'Broken.' })
        return userPages.flat().find(({ _id }) => _id === params.userId) ?? userNotFound()
      },
      'figures.user': () => ({
        liked: 3,
        comments: 1,
        saved: 7,
        learning: { done: 12, minutes: 1240, notes: 5 },
      }),
      'search.teachers': ({ query }) => {
        const teachers = userPages.flat().filter(({ role }) => role === 'Teacher')
        if (query.q === 'broken') return errorReply(400, { code: 'invalid', message: 'Broken.' })
        return searchResults(query.q === undefined ? teachers : [])
      },
      'playlists.ofTeacher': ({ query }) => ({
        // Pages of 24, as in all lists of cards.
        playlists: query.cursor ? playlists.slice(24) : playlists.slice(0, Number(query.limit)),
        total: playlists.length,
        nextCursor: query.cursor || playlists.length <= 24 ? null : 'next',
        coursesCount: 0,
      }),
    },
  })
  return renderAt(
    [
      { path: '/about', Component: About },
      { path: '/contact', Component: Contact },
      { path: '/teachers', Component: Teachers },
      { path: '/teacher-profile/:teacherId', Component: TeacherProfile },
      { path: '/profile/:userId', Component: Profile },
    ],
    path,
    context,
  )
}

const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('about shows reasons, statistics and a placeholder review of every profile', async () => {
  open('/about')
  expect(await screen.findByText('Ada Byron')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Why choose us?' })).toBeTruthy()
  expect(screen.getByText('Job placement').parentElement?.textContent).toContain('100%')
  const reviews = screen
    .getAllByRole('article')
    .map((card) => within(card).getByRole('blockquote').textContent)
  expect(reviews).toHaveLength(2)
  for (const review of reviews) expect(review).not.toBe('')
})

test('every profile has a review, page by page, and each leads to its own kind of profile', async () => {
  open('/about')
  await screen.findByText('Ada Byron')
  expect(addressOf('View profile: Ada Byron')).toBe(`/teacher-profile/${ada._id}`)
  expect(addressOf('View profile: Noah Bennett')).toBe(`/profile/${noah._id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Librarian')).toBeTruthy()
  expect(addressOf('View profile: Iris Novak')).toBe(`/profile/${iris._id}`)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('without profiles there is no heading', async () => {
  userPages = []
  open('/about')
  await waitFor(() => expect(screen.queryByText('Loading reviews')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'What students say' })).toBeNull()
  expect(screen.getByText('100%')).toBeTruthy()
})

test('a teacher’s card counts public playlists and courses, with the placeholder of likes', async () => {
  open('/teachers')
  const card = within((await screen.findByText('Ada Byron')).closest('article') ?? document.body)
  const figures = card.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures).toEqual(['3', '14', '22'])
})

test.each([
  { who: 'a visitor', user: undefined, offered: true },
  { who: 'a student', user: noah, offered: true },
  { who: 'a user of role Other', user: iris, offered: true },
  { who: 'a teacher', user: ada, offered: false },
  { who: 'an admin', user: { ...noah, isAdmin: true }, offered: false },
])('Become A Tutor is shown to $who: $offered', async ({ user, offered }) => {
  open('/teachers', user)
  await screen.findByRole('link', { name: 'View profile: Ada Byron' })
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent?.startsWith('Become A Tutor')).toBe(offered)
  expect(screen.queryByRole('link', { name: 'Get Started' })?.getAttribute('href')).toBe(
    offered ? '/register' : undefined,
  )
})

test.each([
  { q: '', hint: 'Nobody teaches here yet.' },
  { q: '?q=nomatch', hint: 'Check the spelling, or try the beginning of a name.' },
])('without a teacher, /teachers$q says: $hint', async ({ q, hint }) => {
  userPages = []
  open(`/teachers${q}`)
  expect(await screen.findByRole('heading', { name: 'No teacher found.' })).toBeTruthy()
  expect(screen.getByText(hint)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Become A Tutor' })).toBeTruthy()
})

test.each(['nomatch', 'broken'])(
  'a search without results or with an error shows an empty state and no toast: %s',
  async (q) => {
    vi.spyOn(console, 'info').mockReturnValue()
    open(`/teachers?q=${q}`)
    expect(await screen.findByRole('heading', { name: 'No teacher found.' })).toBeTruthy()
    expect(shownToasts).toEqual([])
  },
)

test('a teacher’s profile shows public playlists only, even to the teacher', async () => {
  playlists = [playlist('Sketching', 'approved'), playlist('Painting', 'pending')]
  open(`/teacher-profile/${ada._id}`, ada)
  expect(await screen.findByText('Sketching')).toBeTruthy()
  expect(screen.queryByText('Painting')).toBeNull()
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures).toEqual(['3', '14', '1208', '52'])
})

test('if none of the newest playlists is public, the older ones can be loaded', async () => {
  const hidden = Array.from({ length: 24 }, (_, index) => playlist(`Hidden ${index}`, 'pending'))
  playlists = [...hidden, playlist('Sketching', 'approved')]
  open(`/teacher-profile/${ada._id}`, ada)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Sketching')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a teacher without public playlists has an empty state', async () => {
  open(`/teacher-profile/${ada._id}`)
  expect(await screen.findByRole('heading', { name: 'No courses for this teacher' })).toBeTruthy()
})

test('the own profile links to the saved playlists and to the update form', async () => {
  open(`/profile/${noah._id}`, noah)
  expect(await screen.findByRole('heading', { name: 'Noah Bennett' })).toBeTruthy()
  expect(addressOf('Update Profile')).toBe(`/update-user/${noah._id}`)
  expect(addressOf('View playlists')).toBe(`/user-saved-playlist/${noah._id}`)
  const tiles = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(tiles).toEqual([
    '7Saved playlistsView playlists',
    '33Liked videosView liked',
    '12Video commentsView comments',
  ])
  expect(addressOf('View liked')).toBe('/courses')
  const learning = within(screen.getByRole('region', { name: 'Your learning' }))
  expect(await learning.findByText('1,240')).toBeTruthy()
  expect(learning.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '12',
    '1,240',
    '5',
    '3',
    '1',
  ])
  expect(addressOf('My learning')).toBe('/learning')
})

test('a profile that cannot be read is only logged', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue()
  broken = true
  open(`/profile/${ada._id}`, noah)
  expect(await screen.findByRole('heading', { name: 'This profile could not be loaded.' })).toBeTruthy()
  expect(logged).toHaveBeenCalledTimes(1)
  expect(shownToasts).toEqual([])
})

test('the profile of another user cannot be updated', async () => {
  open(`/profile/${ada._id}`, noah)
  expect(await screen.findByRole('heading', { name: 'Ada Byron' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Update Profile' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Your learning' })).toBeNull()
})

test('the contact form keeps the input, sends nothing and shows nothing', async () => {
  const { router } = open('/contact')
  const typed = { Name: 'Noor', Email: 'noor@example.org', Subject: 'Hello', Message: 'First line' }
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  for (const [label, text] of Object.entries(typed)) await userEvent.type(field(label), text)
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await userEvent.type(field('Subject'), '{Enter}')
  for (const [label, text] of Object.entries(typed)) expect(field(label).value).toBe(text)
  expect(router.state.location).toMatchObject({ pathname: '/contact', search: '' })
  expect(shownToasts).toEqual([])
  expect(screen.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Email',
    'Phone',
    'Address',
  ])
})
