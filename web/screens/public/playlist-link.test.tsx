import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { ErrorScreen } from '#web/app/error-screen.tsx'
import { returnAddress } from '#web/core/guard.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { ADA, aListedCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component } from './playlist-details.tsx'
import { loadPlaylist, openLink } from './public.loader.ts'

const LESSON = aListedCourse(1, 'The bowline')
const unlisted = aPlaylist({ visibility: 'unlisted', courses: [LESSON] })
const ADDRESS = `/playlist-details/${unlisted._id}`
const WATCH = `/watch-video/${unlisted._id}/${LESSON._id}`
const KEY = 'right-key'
const notFound = () => errorReply(404, { code: 'not_found', message: 'Playlist not found.' })

let shownToasts: ToastMessage[]
let unsubscribe: () => void
let opened: unknown[]

beforeEach(() => {
  // It brings the clipboard.
  userEvent.setup()
  opened = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

function open(
  address: string,
  { user, playlist = unlisted }: { user?: SessionUser; playlist?: Playlist } = {},
) {
  let isOpen = user?._id === ADA._id || user?.isAdmin === true
  const context = testContext({
    user,
    answers: {
      'playlists.get': ({ query }) => (isOpen || query.key === KEY ? playlist : notFound()),
      'visibility.open': (request) => {
        opened.push(sentTo(request))
        isOpen = JSON.stringify(sentTo(request)).includes(KEY)
        return isOpen ? { success: true, message: 'Opened.' } : notFound()
      },
      'visibility.newLink': () => ({
        success: true,
        message: 'The old link stopped working.',
        url: `https://lectern.test${ADDRESS}?key=new-key`,
      }),
      'progress.ofPlaylist': () => ({
        courses: [],
        doneCount: 0,
        continueWith: null,
        secondsLeft: 0,
        rate: null,
      }),
      'follows.list': () => ({ teachers: [], playlists: [] }),
    },
  })
  const routes = [
    {
      ErrorBoundary: ErrorScreen,
      HydrateFallback: () => null,
      children: [
        { path: '/playlist-details/:playlistId', Component, loader: loadPlaylist },
        { path: '/watch-video/:playlistId/:videoId', loader: openLink, element: <h1>Watching</h1> },
        { path: '/login', element: <h1>Login</h1> },
      ],
    },
  ]
  return { ...renderAt(routes, address, context), context }
}

const chip = () => screen.findByText('People with the link')

test('the link shows the page to a visitor, who takes its key along to the video', async () => {
  open(`${ADDRESS}?key=${KEY}`)
  expect(await screen.findByRole('heading', { name: unlisted.title, level: 1 })).toBeTruthy()
  expect(await chip()).toBeTruthy()
  expect(screen.getByRole('link', { name: /The bowline/ }).getAttribute('href')).toBe(`${WATCH}?key=${KEY}`)
  expect(screen.getByRole('link', { name: 'Start watching' }).getAttribute('href')).toBe(
    `${WATCH}?key=${KEY}`,
  )
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(await navigator.clipboard.readText()).toBe(`https://lectern.test${ADDRESS}`)
  expect(opened).toEqual([])
})

test('a user opens the link once, and the address goes on without its key', async () => {
  const { router } = open(`${ADDRESS}?key=${KEY}`, { user: aUser() })
  expect(await screen.findByRole('heading', { name: unlisted.title, level: 1 })).toBeTruthy()
  expect(router.state.location.search).toBe('')
  expect(opened).toEqual([{ key: KEY }])
})

test('after the login the video opens that a visitor has chosen', async () => {
  const { router } = open(`${WATCH}?key=${KEY}`, { user: aUser() })
  expect(await screen.findByRole('heading', { name: 'Watching' })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: WATCH, search: '' })
  expect(opened).toEqual([{ key: KEY }])
})

test('a visitor with an old key is told to log in, and comes back to the same address', async () => {
  const { router } = open(`${ADDRESS}?key=old-key`)
  expect(await screen.findByText('If you have an account, log in and try again.')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Login' }))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(returnAddress(router.state.location.state)).toBe(`${ADDRESS}?key=old-key`)
})

test('a user with an old key gets the page for what does not exist', async () => {
  open(`${ADDRESS}?key=old-key`, { user: aUser() })
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
  expect(screen.queryByText(/If you have an account/)).toBeNull()
})

test('a visitor who logs in in another tab opens the link, too', async () => {
  const { context, router } = open(`${ADDRESS}?key=${KEY}`)
  await screen.findByRole('heading', { name: unlisted.title, level: 1 })
  context.session.signIn(aUser())
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(await screen.findByRole('heading', { name: unlisted.title, level: 1 })).toBeTruthy()
  expect(opened).toEqual([{ key: KEY }])
})

test('the teacher copies the link, shares it and replaces it', async () => {
  const link = `https://lectern.test${ADDRESS}?key=${KEY}`
  open(ADDRESS, { user: aUser({ ...ADA, role: 'Teacher' }), playlist: { ...unlisted, link } })
  await userEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(link)
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(await navigator.clipboard.readText()).toBe(link)
  await userEvent.click(screen.getByRole('button', { name: 'New link' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('The old link stops working at once for everyone.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'New link' }))
  const made = await waitFor(() => shownToasts.find(({ text }) => text === 'The new link is ready.'))
  made?.action?.run()
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('key=new-key'))
})

test('a playlist without a group says so to its teacher', async () => {
  const playlist = aPlaylist({ visibility: 'groups', groups: [] })
  open(ADDRESS, { user: aUser({ ...ADA, role: 'Teacher' }), playlist })
  expect(await screen.findByText('No group')).toBeTruthy()
})
