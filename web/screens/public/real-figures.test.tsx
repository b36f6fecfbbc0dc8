import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { User } from '#contract/account/users.ts'
import { Component as Profile } from '#web/screens/account/profile.tsx'
import { aTeacher } from '#web/test-content.ts'
import { aUser, type Handlers, renderAt, testContext } from '#web/test-context.tsx'
import { Component as About } from './about.tsx'
import { Component as Home } from './home.tsx'
import { loadAbout, loadHome } from './public.loader.ts'
import { Component as TeacherProfile } from './teacher-profile.tsx'
import { Component as Teachers } from './teachers.tsx'

const ada = aTeacher({ likesCount: 1502, commentsCount: 61 })
const noah = aUser()
const { token: _token, email: _email, ...profile } = noah
const quoted: User = { ...profile, savedPlaylistsCount: 7, siteQuote: 'I finish what I start.' }

/** Opens a page of a site whose figures are real. */
function open(path: string, { user, answers = {} }: { user?: SessionUser; answers?: Handlers } = {}) {
  const context = testContext({
    figures: 'real',
    user,
    answers: {
      'figures.site': () => ({
        videos: 1234,
        students: 980,
        teachers: 31,
        likes: 5678,
        comments: 910,
        saved: 222,
      }),
      'figures.user': ({ params }) => ({
        liked: 3,
        comments: 1,
        saved: 7,
        ...(params.userId === noah._id && { learning: { done: 12, minutes: 124, notes: 5 } }),
      }),
      'users.list': ({ query }) => ({
        users: query.quoted === 'true' ? [quoted] : [quoted, ada],
        total: 1,
        nextCursor: null,
      }),
      'users.get': ({ params }) => (params.userId === ada._id ? ada : quoted),
      'search.teachers': () => ({ data: [{ teacher: ada, playlists: [] }], total: 1, nextCursor: null }),
      'playlists.list': () => ({ playlists: [], total: 0, nextCursor: null }),
      'playlists.ofTeacher': () => ({ playlists: [], total: 0, nextCursor: null, coursesCount: 0 }),
      'follows.list': () => ({ teachers: [], playlists: [] }),
      'home.get': () => ({ continue: [], fresh: [], newcomer: true }),
      ...answers,
    },
  })
  const loads = { HydrateFallback: () => null }
  return renderAt(
    [
      { path: '/', Component: Home, loader: loadHome, ...loads },
      { path: '/about', Component: About, loader: loadAbout, ...loads },
      { path: '/teachers', Component: Teachers },
      { path: '/teacher-profile/:teacherId', Component: TeacherProfile },
      { path: '/profile/:userId', Component: Profile },
    ],
    path,
    context,
  )
}

/** The figures on the page by their labels. */
const figuresShown = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]),
  )

const SITE = { Videos: '1,234', Students: '980', Teachers: '31' }

test('a visitor’s home counts the site', async () => {
  open('/')
  await screen.findByText('1,234')
  expect(figuresShown()).toEqual({
    ...SITE,
    'Total likes': '5,678',
    'Total comments': '910',
    'Saved playlists': '222',
  })
})

test('a user’s home counts the likes, comments and saves of the user', async () => {
  open('/', { user: noah })
  await screen.findByText('1,234')
  await screen.findByText('7')
  expect(figuresShown()).toEqual({
    ...SITE,
    'Total likes': '3',
    'Total comments': '1',
    'Saved playlists': '7',
  })
})

test('about counts the site and shows only what users have written, and a user can report it', async () => {
  open('/about', { user: aUser({ _id: '9'.repeat(24) }) })
  await screen.findByText('1,234')
  expect(figuresShown()).toEqual(SITE)
  const [review, ...others] = screen.getAllByRole('article')
  expect(others).toEqual([])
  expect(within(review ?? document.body).getByRole('blockquote').textContent).toBe('I finish what I start.')
  expect(await screen.findByRole('button', { name: `More: ${quoted.username}` })).toBeTruthy()
})

test('about has no reviews when nobody has written one', async () => {
  open('/about', { answers: { 'users.list': () => ({ users: [], total: 0, nextCursor: null }) } })
  await screen.findByText('1,234')
  expect(screen.queryByRole('heading', { name: 'What students say' })).toBeNull()
})

test('the card and the profile of a teacher count reactions to public videos', async () => {
  open('/teachers')
  await screen.findByText('Ada Byron')
  expect(figuresShown()).toMatchObject({ Likes: '1502' })
})

test('the profile of a teacher counts likes of public videos and comments on them', async () => {
  open(`/teacher-profile/${ada._id}`)
  await screen.findByText('1,502')
  expect(figuresShown()).toMatchObject({ 'Total likes': '1,502', 'Total comments': '61' })
})

const tiles = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('one’s own profile links to what one liked and wrote', async () => {
  open(`/profile/${noah._id}`, { user: noah })
  await screen.findByText('3')
  expect(tiles()).toEqual([
    '7Saved playlistsView playlists',
    '3Liked videosView liked',
    '1Video commentsView comments',
  ])
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([addressOf('View liked'), addressOf('View comments')]).toEqual(['/learning/liked', '/comments'])
  expect(screen.queryByRole('region', { name: 'Your learning' })).toBeNull()
})

test('the profile of somebody else has counts and no such links', async () => {
  open(`/profile/${noah._id}`, { user: aUser({ _id: '9'.repeat(24) }) })
  await screen.findByText('3')
  expect(tiles()).toEqual(['7Saved playlistsView playlists', '3Liked videos', '1Video comments'])
})
