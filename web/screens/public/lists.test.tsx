import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { Component as Saved } from '#web/screens/learning/user-saved-playlist.tsx'
import { aCard } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component as Search } from './course-search.tsx'
import { Component as Courses } from './courses.tsx'

const me = aUser({ savedPlaylists: [aCard()._id] })

let playlists: PlaylistCard[]
let broken: boolean
let queries: Record<string, string>[]
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  playlists = [aCard()]
  broken = false
  failed = () => errorReply(400, { code: 'invalid', message: 'It failed.' })
  queries = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

const whole = () => ({ total: playlists.length, nextCursor: null })
let failed: () => Response

function open(path: string) {
  const context = testContext({
    user: me,
    answers: {
      'playlists.list': ({ query }) => {
        queries.push(query)
        return broken ? failed() : { playlists, ...whole() }
      },
      'search.playlists': ({ query }) => {
        queries.push(query)
        return broken ? failed() : { data: playlists, ...whole() }
      },
      'saves.list': ({ query }) => {
        queries.push(query)
        return broken ? failed() : { success: true as const, data: playlists, ...whole() }
      },
      'saves.unsave': () => {
        playlists = []
        return { success: true as const, message: 'Playlist removed.', data: [], savedPlaylists: [] }
      },
    },
  })
  const routes = [
    { path: '/courses', Component: Courses },
    { path: '/course-search', Component: Search },
    { path: '/user-saved-playlist/:id', Component: Saved },
  ]
  return { ...renderAt(routes, path, context), context }
}

test('/courses can be sorted; the order is in the address, beside the category', async () => {
  const { router } = open('/courses?category=science')
  const sorts = within(await screen.findByRole('navigation', { name: 'Sort courses' }))
  const links = sorts.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.ariaCurrent])).toEqual([
    ['Newest', '/courses?category=science', 'true'],
    ['Popular', '/courses?category=science&sort=popular', null],
    ['Title', '/courses?category=science&sort=title', null],
  ])
  await userEvent.click(sorts.getByRole('link', { name: 'Title' }))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ category: 'science', sort: 'title' }))
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(router.state.location.search).toBe('?sort=title')
  expect(queries[0]).not.toHaveProperty('sort')
})

test('an unknown order sorts the newest first', async () => {
  open('/courses?sort=creator')
  await card()
  expect(queries).toEqual([{ status: 'approved', view: 'card', limit: '24' }])
})

test('a category that is longer than the call takes is an unknown category, not an error', async () => {
  open(`/courses?category=${'x'.repeat(1000)}`)
  await card()
  expect(queries[0]?.category).toBe('x'.repeat(200))
})

const card = () => screen.findByRole('link', { name: 'View Playlist: Knots for Sailors' })

test.each([
  { path: '/courses', query: { status: 'approved', limit: '24', view: 'card' } },
  { path: '/course-search?q=knots', query: { q: 'knots', limit: '24', view: 'card' } },
  { path: `/user-saved-playlist/${me._id}`, query: { userId: me._id, limit: '24', view: 'card' } },
])('$path shows its playlists as cards', async ({ path, query }) => {
  open(path)
  expect((await card()).getAttribute('href')).toBe(`/playlist-details/${aCard()._id}`)
  expect(queries).toEqual([query])
})

test.each([
  ['/courses', 'No Courses yet.'],
  ['/course-search?q=nothing', 'No playlist found.'],
  ['/course-search', 'No playlist found.'],
  [`/user-saved-playlist/${me._id}`, 'No saved playlists yet.'],
])('%s without any says %s', async (path, words) => {
  playlists = []
  open(path)
  expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
})

test('the search screen gives no hint about spelling before a search', async () => {
  playlists = []
  open('/course-search')
  expect(await screen.findByText(/^Type what you would like to learn/)).toBeTruthy()
  expect(screen.queryByText(/spelling/)).toBeNull()
})

test.each(['/courses', '/course-search?q=knots'])(
  'a failure of %s shows the server’s message',
  async (path) => {
    broken = true
    open(path)
    await waitFor(() => expect(shownToasts).toEqual([{ tone: 'error', text: 'It failed.', timeout: 6000 }]))
  },
)

test('a failure of /courses without words of the server shows the general message', async () => {
  broken = true
  failed = () => new Response('', { status: 502 })
  open('/courses')
  const text = 'Something went wrong!'
  await waitFor(() => expect(shownToasts).toEqual([{ tone: 'error', text, timeout: 6000 }]))
})

test('a failure of the saved playlists is only logged', async () => {
  broken = true
  const logged = vi.spyOn(console, 'info').mockReturnValue()
  open(`/user-saved-playlist/${me._id}`)
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
  expect(await screen.findByRole('heading', { name: 'No saved playlists yet.' })).toBeTruthy()
  expect(shownToasts).toEqual([])
})

test('the own list has a control to unsave, and the server’s message stays 6000 ms', async () => {
  const { context } = open(`/user-saved-playlist/${me._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Unsave Knots for Sailors' }))
  expect(await screen.findByRole('heading', { name: 'No saved playlists yet.' })).toBeTruthy()
  expect(shownToasts).toEqual([{ tone: 'success', text: 'Playlist removed.', timeout: 6000 }])
  expect(context.session.current()?.savedPlaylists).toEqual([])
})

test('another user’s list has no control to unsave', async () => {
  open(`/user-saved-playlist/${'f'.repeat(24)}`)
  await card()
  expect(screen.queryByRole('button', { name: /^Unsave/ })).toBeNull()
})
