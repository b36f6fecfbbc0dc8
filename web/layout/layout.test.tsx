import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Guard } from '#web/core/guard.ts'
import { useSession } from '#web/core/session.tsx'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { GuardedOutlet } from './guarded-outlet.tsx'
import { Layout } from './layout.tsx'
// The layout downloads these on demand. Importing them here keeps slow machines from timing out.
import '#web/layout/logout-overlay.tsx'
import '#web/ui/feedback/toasts.tsx'

let width = 1440

beforeEach(() => {
  width = 1440
  vi.stubGlobal(
    'scrollTo',
    vi.fn(() => vi.stubGlobal('scrollY', 0)),
  )
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return width >= 1200
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  scrollPage(0)
})

function scrollPage(offset: number): void {
  vi.stubGlobal('scrollY', offset)
  fireEvent.scroll(window)
}

function CurrentPath() {
  const { pathname, state } = useLocation()
  return (
    <>
      <h1>{pathname}</h1>
      <output>{JSON.stringify(state)}</output>
      <Link to="/guarded">Go on</Link>
    </>
  )
}

function Login() {
  const session = useSession()
  return (
    <>
      <CurrentPath />
      <button type="button" onClick={() => session.signIn(aUser())}>
        Enter
      </button>
    </>
  )
}

const at = (path: string, guard?: Guard, Component = CurrentPath) => ({
  path,
  Component,
  handle: { chunk: path, guard },
})
const screens = [
  at('/'),
  at('/about'),
  at('/guarded', 'user'),
  at('/login', 'guest', Login),
  at('/register', 'guest'),
  at('/admin', 'admin'),
  at('/profile/:userId', 'user'),
  at('/teacher-dashboard'),
  at('/courses'),
  at('/playlist-details/:playlistId'),
  at('/watch-video/:playlistId/:videoId', 'user'),
  at('/course-search'),
  at('/teachers'),
  at('/teacher-profile/:teacherId'),
  at('/learning'),
  at('/learning/history'),
  at('/contact'),
]
const routes = [{ Component: Layout, children: [{ Component: GuardedOutlet, children: screens }] }]

const loggedOut = { 'auth.logout': () => ({ success: true as const, message: 'Logged out.' }) }
const open = (address: string, user?: ReturnType<typeof aUser>) =>
  renderAt(routes, address, testContext({ user, answers: loggedOut }))
const profileButton = () => screen.getByRole('button', { name: 'Profile menu' })
const popup = () => screen.queryByRole('dialog', { name: 'Profile' })
const menuButton = () => screen.getByRole('button', { name: 'Toggle side menu' })
const menu = () => within(screen.getByRole('complementary', { name: 'Side menu', hidden: true }))

test('the profile popup closes when the page is scrolled over 10 px, not before', async () => {
  open('/')
  await userEvent.click(profileButton())
  scrollPage(10)
  expect(popup()).not.toBeNull()
  scrollPage(11)
  expect(popup()).toBeNull()
})

test('a popup that closes with the focus inside returns it to its button', async () => {
  open('/')
  await userEvent.click(profileButton())
  expect(profileButton()).toHaveProperty('ariaExpanded', 'true')
  const dialog = popup()
  if (!dialog) throw new Error('There is no popup.')
  within(dialog).getByRole('link', { name: 'Login' }).focus()
  await userEvent.keyboard('{Escape}')
  expect(popup()).toBeNull()
  expect(document.activeElement).toBe(profileButton())
})

test('a press outside closes the popup', async () => {
  open('/')
  await userEvent.click(profileButton())
  await userEvent.click(screen.getByRole('heading', { name: '/' }))
  expect(popup()).toBeNull()
})

test.each([
  {
    who: 'a student',
    user: aUser(),
    inMenu: ['View Profile'],
    inPopup: ['View Profile', 'My learning', 'Log Out'],
  },
  {
    who: 'somebody else',
    user: aUser({ role: 'Other', profession: 'Painter' }),
    inMenu: ['View Profile'],
    inPopup: ['View Profile', 'My learning', 'Log Out'],
  },
  {
    who: 'a teacher',
    user: aUser({ role: 'Teacher' }),
    inMenu: ['Dashboard', 'Profile'],
    inPopup: ['Dashboard', 'My learning', 'Log Out'],
  },
  {
    who: 'an admin',
    user: aUser({ isAdmin: true }),
    inMenu: ['Admin Dashboard', 'Profile'],
    inPopup: ['View Profile', 'My learning', 'Log Out'],
  },
])('$who has their own links in the side menu and the popup', async ({ user, inMenu, inPopup }) => {
  open('/', user)
  const own = menu()
    .getAllByRole('link')
    .map((link) => link.textContent)
  expect(own.filter((name) => /Profile|Dashboard|Login|Register/.test(name ?? ''))).toEqual(inMenu)
  expect(menu().getByText(user.profession ?? user.role)).toBeTruthy()
  await userEvent.click(profileButton())
  const dialog = within(screen.getByRole('dialog', { name: 'Profile' }))
  expect(
    [...dialog.getAllByRole('link'), ...dialog.getAllByRole('button')].map((one) => one.textContent),
  ).toEqual(inPopup)
})

test('My learning is directly before Log Out, after the entries of the specification', () => {
  open('/', aUser())
  const entries = [...menu().getAllByRole('link'), menu().getByRole('button', { name: 'Log Out' })]
    .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map(({ textContent }) => textContent)
  expect(entries).toEqual([
    'Lectern',
    'View Profile',
    'Home',
    'About',
    'Courses',
    'Teachers',
    'Contact Us',
    'My learning',
    'Log Out',
  ])
})

test('a visitor is offered Login and Register, and nothing to log out of', () => {
  open('/')
  expect(menu().getByRole('link', { name: 'Login' })).toBeTruthy()
  expect(menu().getByRole('link', { name: 'Register' })).toBeTruthy()
  expect(menu().queryByRole('button', { name: 'Log Out' })).toBeNull()
})

test.each([
  ['/', 'Home'],
  ['/about', 'About'],
  ['/courses', 'Courses'],
  ['/playlist-details/1', 'Courses'],
  ['/watch-video/1/2', 'Courses'],
  ['/course-search', 'Courses'],
  ['/teachers', 'Teachers'],
  ['/teacher-profile/1', 'Teachers'],
  ['/contact', 'Contact Us'],
  ['/learning', 'My learning'],
  ['/learning/history', 'My learning'],
])('at %s the side menu marks %s and nothing else', (path, label) => {
  open(path, aUser())
  expect(
    menu()
      .getAllByRole('link', { current: 'page' })
      .map(({ textContent }) => textContent),
  ).toEqual([label])
})

test('the nav list is Home, About, Courses, Teachers, Contact Us', () => {
  open('/login')
  const nav = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['Courses', '/courses'],
    ['Teachers', '/teachers'],
    ['Contact Us', '/contact'],
  ])
  expect(nav.queryByRole('link', { current: 'page' })).toBeNull()
})

test('from 1200 px on the side menu can be collapsed and does not close on scroll', async () => {
  open('/')
  scrollPage(500)
  expect(menuButton().getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(menuButton())
  expect(menuButton().getAttribute('aria-expanded')).toBe('false')
})

test('on the watch page the side menu starts collapsed, and each page remembers its own choice', async () => {
  const { router } = open('/watch-video/1/2', aUser())
  const expanded = () => menuButton().getAttribute('aria-expanded')
  const go = async (path: string) => {
    void router.navigate(path)
    await screen.findByRole('heading', { name: path })
  }
  expect(expanded()).toBe('false')
  await go('/courses')
  expect(expanded()).toBe('true')
  await go('/watch-video/1/3')
  await userEvent.click(menuButton())
  expect(expanded()).toBe('true')
  await go('/courses')
  await userEvent.click(menuButton())
  await go('/watch-video/1/2')
  expect(expanded()).toBe('true')
})

test('below 1200 px the side menu is a drawer: it takes the focus and everything behind it is inert', async () => {
  width = 1199
  open('/')
  expect(menuButton().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(menuButton())
  expect(document.activeElement).toBe(menu().getByRole('button', { name: 'Close side menu' }))
  expect(screen.getByRole('banner', { hidden: true }).hasAttribute('inert')).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('banner').hasAttribute('inert')).toBe(false)
  expect(document.activeElement).toBe(menuButton())
})

test('the drawer closes when the page is scrolled over 10 px, and when a link in it is followed', async () => {
  width = 800
  open('/')
  await userEvent.click(menuButton())
  scrollPage(10)
  expect(screen.getByRole('banner', { hidden: true }).hasAttribute('inert')).toBe(true)
  scrollPage(11)
  expect(screen.getByRole('banner').hasAttribute('inert')).toBe(false)
  await userEvent.click(menuButton())
  await userEvent.click(menu().getByRole('link', { name: 'About' }))
  expect(await screen.findByRole('heading', { name: '/about' })).toBeTruthy()
  expect(screen.getByRole('banner').hasAttribute('inert')).toBe(false)
})

test('the small search gets the focus and closes on scroll', async () => {
  open('/')
  const toggle = screen.getByRole('button', { name: 'Toggle search' })
  await userEvent.click(toggle)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  scrollPage(1)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(toggle)
})

test('a change of screen scrolls to the top and moves the focus into it', async () => {
  open('/')
  scrollPage(400)
  await userEvent.click(menu().getByRole('link', { name: 'About' }))
  await screen.findByRole('heading', { name: '/about' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
})

test('a visitor is sent from a guarded screen to the login and, once logged in, back to it', async () => {
  open('/guarded')
  expect(await screen.findByRole('heading', { name: '/login' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('/guarded'))
})

test.each([
  ['/login', '/', aUser()],
  ['/admin', '/', aUser()],
  ['/admin', '/', undefined],
  ['/admin', '/admin', aUser({ isAdmin: true })],
])('%s leads to %s', async (path, heading, user) => {
  open(path, user)
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
})

test('a user whose session ends on a guarded screen has to log in again', async () => {
  const context = testContext({ user: aUser() })
  renderAt(routes, '/guarded', context)
  expect(screen.getByRole('heading').textContent).toBe('/guarded')
  act(() => context.session.expire('vc1_token'))
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('/login'))
  expect(screen.getByRole('status').textContent).toBe('{"from":"/guarded","expired":true}')
})

test('logging out asks for confirmation, ends the session in the browser and on the server, and opens the home page', async () => {
  const logout = vi.fn(loggedOut['auth.logout'])
  const context = testContext({ user: aUser(), answers: { 'auth.logout': logout } })
  const { router } = renderAt(routes, '/guarded', context)
  await userEvent.click(menu().getByRole('button', { name: 'Log Out' }))
  await screen.findByRole('alertdialog', {
    name: 'Are you sure?',
    description: 'You will be logged out of your account.',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(context.session.current()).not.toBeNull()

  await userEvent.click(menu().getByRole('button', { name: 'Log Out' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, log me out!' }))
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('/'))
  expect(context.session.current()).toBeNull()
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/')
  expect(logout).toHaveBeenCalledTimes(1)
})
