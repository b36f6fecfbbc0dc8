import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component } from './home.tsx'
import { loadHome } from './public.loader.ts'

const photo = { url: '/media/photo.webp', width: 640, height: 360 }

function playlist(number: number, own: Partial<PlaylistCard> = {}): PlaylistCard {
  return {
    _id: String(number).padStart(24, '0'),
    title: `Playlist ${number}`,
    description: 'What it is about.',
    category: 'design',
    mainPlaylistImage: photo,
    isPlaylistApproved: 'approved',
    teacher: { _id: 'a'.repeat(24), username: 'Ada', profilePhoto: photo },
    courses: [],
    createdAt: '2026-03-14T15:09:26.000Z',
    updatedAt: '2026-03-14T15:09:26.000Z',
    coursesCount: 9,
    approvedCoursesCount: 9,
    savedBy: [],
    savedCount: 0,
    ...own,
  }
}

function open(list: () => PlaylistCard[] | Response, user?: SessionUser) {
  const onRequest = vi.fn()
  const context = testContext({
    user,
    answers: {
      'home.get': () => ({ continue: [], fresh: [], newcomer: true }),
      'playlists.list': ({ query }) => {
        onRequest(query)
        const playlists = list()
        return playlists instanceof Response
          ? playlists
          : { playlists, total: playlists.length, nextCursor: null }
      },
    },
  })
  renderAt([{ path: '/', Component, loader: loadHome, HydrateFallback: () => null }], '/', context)
  return onRequest
}

test('it shows the first approved playlists as cards', async () => {
  const onRequest = open(() => [playlist(1), playlist(2, { approvedCoursesCount: 1 })])
  const link = await screen.findByRole('link', { name: 'View Playlist: Playlist 1' })
  expect(link.getAttribute('href')).toBe(`/playlist-details/${playlist(1)._id}`)
  const card = within(screen.getAllByRole('article')[0] ?? document.body)
  for (const words of ['Playlist 1', '9 videos', 'Ada', 'design']) expect(card.getByText(words)).toBeTruthy()
  expect(screen.getByText('1 video')).toBeTruthy()
  expect(onRequest).toHaveBeenCalledExactlyOnceWith({ status: 'approved', limit: '3', view: 'card' })
  expect(screen.getByRole('link', { name: 'View All Courses' }).getAttribute('href')).toBe('/courses')
})

test.each([
  ['there are none', () => []],
  ['they cannot be read', () => errorReply(500, { code: 'unexpected', message: 'Not today.' })],
])('when %s it says so and has no link', async (why, list) => {
  open(list)
  const name = why === 'they cannot be read' ? 'Something went wrong!' : 'No Courses yet'
  expect(await screen.findByRole('heading', { name })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'View All Courses' })).toBeNull()
})

test('it shows the figures that the specification fixes', async () => {
  open(() => [])
  await screen.findByRole('heading', { name: 'Quick options' })
  for (const [label, figure] of [
    ['Online courses', '+10k'],
    ['Students', '+40k'],
    ['Tutors', '+2k'],
    ['Job placement', '100%'],
    ['Total likes', '25'],
    ['Total comments', '12'],
    ['Saved playlists', '4'],
  ] as const) {
    const entry = screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.parentElement
    expect(entry?.querySelector('dd')?.textContent, label).toBe(figure)
  }
})

test('seven categories and six topics are links that search', async () => {
  open(() => [])
  await screen.findByRole('link', { name: 'photography' })
  const searches = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
    .filter(([, address]) => address?.startsWith('/course-search'))
  expect(searches).toEqual(
    [
      ...['development', 'business', 'design', 'marketing', 'music', 'photography', 'science'],
      ...['HTML', 'CSS', 'javascript', 'react', 'PHP', 'bootstrap'],
    ].map((words) => [words, `/course-search?q=${words}`]),
  )
})

test.each([
  ['a visitor', undefined, true],
  ['a student', aUser(), true],
  ['a user of role Other', aUser({ role: 'Other' }), true],
  ['a teacher', aUser({ role: 'Teacher' }), false],
  ['an admin', aUser({ isAdmin: true }), false],
])('Become A Tutor is shown to %s or not', async (_who, user, offered) => {
  open(() => [], user)
  await screen.findByRole('heading', { name: 'Quick options' })
  const link = screen.queryByRole('link', { name: 'Get Started' })
  expect(link?.getAttribute('href')).toBe(offered ? '/teachers' : undefined)
  expect(screen.queryAllByRole('heading', { name: 'Become a tutor' })).toHaveLength(offered ? 1 : 0)
})
