import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MailMode } from '#contract/account/auth-options.ts'
import type { ScreenHandle } from '#web/core/guard.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { BecomeTutorCard } from '#web/features/account/users/teacher-card.tsx'
import { GuardedOutlet } from '#web/layout/guarded-outlet.tsx'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component as Login } from './login.tsx'
import { Component as Register } from './register.tsx'
// The screen downloads this on demand. Importing it here keeps slow machines from timing out.
import '#web/ui/overlay/confirm.tsx'

/** jsdom cannot put a file into a form, so every form that is sent has one. */
class WithPhoto extends FormData {
  constructor(form?: HTMLFormElement) {
    super(form)
    if (form) this.set('profilePhoto', new File(['x'], 'me.png', { type: 'image/png' }))
  }
}

/** The response of the server, the requests, and the toasts. */
let answer: () => Response
let mail: MailMode
let isForMembers: boolean
let sent: Record<string, unknown>[]
let requestedIds: string[]
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  vi.stubGlobal('FormData', WithPhoto)
  sent = []
  mail = 'smtp'
  isForMembers = false
  requestedIds = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

function open(path: string, state?: unknown) {
  const context = testContext({
    answers: {
      'auth.options': () => ({ mail, verifyEmail: 'off', provider: null, passwordLogin: true }),
      'auth.register': ({ init: { body } }) => {
        sent.push(body instanceof FormData ? Object.fromEntries(body) : {})
        return answer()
      },
      'auth.login': () => answer(),
      'playlists.ofTeacher': ({ params }) => {
        requestedIds.push(params.teacherId ?? '')
        return { playlists: [], total: 0, nextCursor: null, coursesCount: 0 }
      },
    },
  })
  const handle = { chunk: '', guard: 'guest', download: async () => {} } satisfies ScreenHandle
  const screens = [
    { path: '/register', Component: Register, handle },
    { path: '/login', Component: Login, handle },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]
  const routes = [{ Component: GuardedOutlet, children: screens }]
  if (isForMembers) context.site.isForMembers = true
  const { router } = renderAt(routes, isForMembers ? '/login' : '/start', context)
  void router.navigate(path, { state })
  return { context, router }
}

test.each([
  ['/watch-video/1/2', 'Log in to watch this video.'],
  ['/profile/1', 'Log in to see this profile.'],
  ['/update-user/1', 'Log in to update your profile.'],
  ['/user-saved-playlist/1', 'Log in to see saved playlists.'],
  ['/teacher-dashboard', 'Log in to open your dashboard.'],
  ['/teacher-dashboard/add-course', 'Log in to open your dashboard.'],
  ['/learning/notes', 'Log in to see your learning.'],
  ['/notifications', 'Log in to see your notifications.'],
  ['/account/security', 'Log in to open your account settings.'],
  ['/admin/review?kind=courses', 'Log in as an admin.'],
  ['/playlist-details/1', 'Log in to watch, like, comment and save.'],
  [undefined, 'Log in to watch, like, comment and save.'],
])('the login after a redirect from %s says: %s', async (from, reason) => {
  open('/login', from && { from })
  expect((await screen.findByRole('heading', { name: 'Welcome back' })).nextSibling?.textContent).toBe(reason)
})

test('on a site for members the login says what it is for', async () => {
  isForMembers = true
  const { router } = open('/login', { from: '/watch-video/1/2' })
  expect(await screen.findByText('Log in to use Lectern.')).toBeTruthy()
  void router.navigate('/login')
  expect(await screen.findByText('Log in to use Lectern.')).toBeTruthy()
})

test('a visitor of a site for members is led to the login and back', async () => {
  isForMembers = true
  const { router } = open('/playlist-details/1?key=abc#videos')
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/login',
      state: { from: '/playlist-details/1?key=abc#videos' },
    }),
  )
  expect(await screen.findByText('Log in to use Lectern.')).toBeTruthy()
})

test('the login says that the session ended on a guarded screen, and ignores a reason in the query', async () => {
  const { router } = open('/login', { from: '/profile/1', expired: true })
  expect(await screen.findByText('Your session has expired. Please log in again.')).toBeTruthy()
  void router.navigate('/login?from=/profile/1')
  expect(await screen.findByText('Log in to watch, like, comment and save.')).toBeTruthy()
})

test.each([
  ['smtp', '/forgot-password'],
  ['outbox', '/forgot-password'],
  ['none', '/reset-password'],
] as const)('with the mail mode %s, "Forgot your password?" leads to %s', async (mode, path) => {
  mail = mode
  open('/login')
  const link = await screen.findByRole('link', { name: 'Forgot your password?' })
  await waitFor(() => expect(link.getAttribute('href')).toBe(path))
})

test('the errors of a form disappear with its screen', async () => {
  open('/login')
  await press('Login')
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Login' }))
  expect((await field('Password')).getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByText('Enter your password.')).toBeNull()
})

test('Become A Tutor leads to a registration with Teacher chosen', async () => {
  const { router } = renderAt(
    [
      { path: '/', Component: BecomeTutorCard },
      { path: '/register', Component: Register },
    ],
    '/',
  )
  await userEvent.click(screen.getByRole('link', { name: 'Get Started' }))
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Teacher' })).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Student' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Student' }).checked).toBe(true)
  void router.navigate('/register', { state: { role: 'Admin' } })
  expect(await screen.findAllByRole('radio')).toHaveLength(3)
})

const field = (name: string) => screen.findByLabelText(name)
const press = async (name: string) =>
  userEvent.click(within(await screen.findByRole('form')).getByRole('button', { name }))

const TYPED = {
  Name: 'Noah Bennett',
  Email: 'noah@example.org',
  Password: 'blue-notebook-41',
  'Confirm password': 'another-one-42',
}

async function fillIn(): Promise<void> {
  for (const [name, text] of Object.entries(TYPED)) await userEvent.type(await field(name), text)
}

/** Without a network the fallback is the title of a toast that says below what was lost. */
const failureToast = (by: string, text: string) =>
  by.includes('network')
    ? expect.objectContaining({ tone: 'error', title: text })
    : { tone: 'error', text, timeout: 6000 }

/** As `fetch` does without a network. */
function loseConnection(): never {
  throw new TypeError('Failed to fetch')
}

test('every wrong field of the sign-up shows its error, and nothing is sent', async () => {
  vi.unstubAllGlobals()
  open('/register')
  await press('Register')
  for (const words of [
    'Name must be 2 to 50 characters.',
    'Enter a valid email address.',
    'Password must be at least 8 characters.',
    'Profile picture is required.',
  ])
    expect(await screen.findByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(await field('Name'))

  await userEvent.type(await field('Name'), 'A')
  await userEvent.type(await field('Email'), 'nobody@')
  await userEvent.type(await field('Password'), 'seven77')
  await userEvent.click(screen.getByRole('radio', { name: 'Other' }))
  await userEvent.type(await field('Profession'), 'x')
  await press('Register')
  for (const words of [
    'Name must be 2 to 50 characters.',
    'Enter a valid email address.',
    'Password must be at least 8 characters.',
    'Profession must be 2 to 80 characters.',
  ])
    expect(await screen.findByText(words)).toBeTruthy()

  await userEvent.type(await field('Name'), 'da Lovelace')
  await userEvent.clear(await field('Password'))
  await userEvent.type(await field('Password'), 'ada lovelace')
  await press('Register')
  expect(await screen.findByText('Password must not be your name or your email address.')).toBeTruthy()

  expect(sent).toEqual([])
})

test('name, email, password, confirm password and profile picture are required; the picture accepts images', async () => {
  open('/register')
  for (const name of ['Name', 'Email', 'Password', 'Confirm password']) {
    expect((await field(name)).hasAttribute('required') || (await field(name)).ariaRequired).toBeTruthy()
    expect(screen.getByText(name).className).toContain('required')
  }
  expect(screen.getByText('Profile picture').className).toContain('required')
  expect((await field('Profile picture')).getAttribute('accept')).toBe(
    'image/jpeg,image/png,image/webp,image/gif',
  )
})

test('the roles are Teacher, Student, Other, and Student is chosen', async () => {
  open('/register')
  const roles = await screen.findAllByRole<HTMLInputElement>('radio')
  expect(roles.map(({ value }) => value)).toEqual(['Teacher', 'Student', 'Other'])
  expect(roles.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['Student'])
})

test('the server compares the passwords; a profession is sent with Other only', async () => {
  answer = () =>
    errorReply(400, { code: 'invalid', message: 'No.', errors: { confirmPassword: 'Not equal.' } })
  open('/register')
  await fillIn()
  await userEvent.click(screen.getByRole('radio', { name: 'Other' }))
  await userEvent.type(await field('Profession'), 'Librarian')
  await press('Register')
  expect(await screen.findByText('Not equal.')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Teacher' }))
  await userEvent.type(await field('Confirm password'), '1')
  await press('Register')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toMatchObject({ role: 'Other', profession: 'Librarian', confirmPassword: 'another-one-42' })
  expect(sent[1]).not.toHaveProperty('profession')

  await userEvent.click(screen.getByRole('radio', { name: 'Other' }))
  expect(await field('Profession')).toHaveProperty('value', '')
})

test('success shows a dialog with the server’s message and then leads to /login', async () => {
  answer = () => Response.json({ success: true, message: 'You can log in now.' }, { status: 201 })
  const { router } = open('/register')
  await fillIn()
  await press('Register')
  const dialog = await screen.findByRole('alertdialog', { description: 'You can log in now.' })
  expect(router.state.location.pathname).toBe('/register')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

/** Registers, and confirms the dialog. */
async function register(): Promise<void> {
  answer = () => Response.json({ success: true, message: 'You can log in now.' }, { status: 201 })
  await fillIn()
  await press('Register')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Login' }))
  await screen.findByRole('heading', { name: 'Welcome back' })
}

test('after the registration one press logs in, with what is in memory only, and leads back', async () => {
  const { context, router } = open('/register', { from: '/watch-video/1/2?t=70' })
  await register()
  expect(await field('Email')).toHaveProperty('value', TYPED.Email)
  expect(await field('Password')).toHaveProperty('value', TYPED.Password)
  const button = within(screen.getByRole('form')).getByRole('button', { name: 'Login' })
  expect(document.activeElement).toBe(button)
  expect(JSON.stringify([router.state, { ...localStorage, ...sessionStorage }])).not.toContain(TYPED.Password)

  answer = () => errorReply(403, { code: 'forbidden', message: 'Confirm your email address first.' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(shownToasts).toHaveLength(1))
  expect(await field('Email')).toHaveProperty('value', TYPED.Email)
  answer = () => Response.json({ ...aUser(), success: true, message: 'Welcome.' })
  await userEvent.click(button)
  await waitFor(() => expect(context.session.current()).toEqual(aUser()))
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe('/watch-video/1/2?t=70')
})

test('a login with a second step keeps the address, and a later login screen is empty', async () => {
  const { router } = open('/register')
  await register()
  answer = () =>
    Response.json(
      { success: false, code: 'second_step', message: 'One more.', challenge: 'c' },
      { status: 401 },
    )
  await press('Login')
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await field('Email')).toHaveProperty('value', TYPED.Email)
  expect(await field('Password')).toHaveProperty('value', '')
  await router.navigate('/register')
  await screen.findByRole('heading', { name: 'Create your account' })
  await router.navigate('/login')
  await waitFor(async () => expect(await field('Email')).toHaveProperty('value', ''))
})

test.each([
  ['the server’s words', () => errorReply(409, { code: 'taken', message: 'Taken.' }), 'Taken.'],
  ['the fallback', () => new Response('', { status: 502 }), 'Registration failed. Please try again.'],
  ['the fallback without a network', loseConnection, 'Registration failed. Please try again.'],
])('a failed registration shows %s for 6000 ms and keeps the input', async (by, said409, text) => {
  answer = said409
  open('/register')
  await fillIn()
  await press('Register')
  await waitFor(() => expect(shownToasts).toEqual([failureToast(by, text)]))
  for (const [name, value] of Object.entries(TYPED)) expect(await field(name)).toHaveProperty('value', value)

  answer = () => Response.json({ success: true, message: 'You can log in now.' }, { status: 201 })
  await press('Register')
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
})

async function logIn(): Promise<void> {
  await userEvent.type(await field('Email'), 'noah@example.org')
  await userEvent.type(await field('Password'), 'blue-notebook-41')
  await press('Login')
}

test('a login stores the user in the browser, loads their playlists and returns to the previous page', async () => {
  const teacher = aUser({ role: 'Teacher' })
  answer = () => Response.json({ ...teacher, success: true, message: 'Welcome.' })
  const { context, router } = open('/login', { from: '/watch-video/1/2' })
  await logIn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/watch-video/1/2'))
  expect(context.session.current()).toEqual(teacher)
  await waitFor(() => expect(requestedIds).toEqual([teacher._id]))
})

test.each([
  [
    'the server’s words',
    () => errorReply(401, { code: 'x', message: 'Invalid email or password.' }),
    'Invalid email or password.',
  ],
  ['the fallback', () => new Response('', { status: 502 }), 'Registration failed.'],
  ['the fallback without a network', loseConnection, 'Registration failed.'],
])('a failed login shows %s for 6000 ms and keeps the password', async (by, failed, text) => {
  answer = failed
  open('/login')
  await logIn()
  await waitFor(() => expect(shownToasts).toEqual([failureToast(by, text)]))
  expect(await field('Password')).toHaveProperty('value', 'blue-notebook-41')
})
