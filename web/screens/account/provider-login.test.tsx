import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { ScreenHandle } from '#web/core/guard.ts'
import { GuardedOutlet } from '#web/layout/guarded-outlet.tsx'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component as Login } from './login.tsx'
// The screen downloads this on demand. Importing it here keeps slow machines from timing out.
import './ticket-card.tsx'

const OPTIONS = { mail: 'none', verifyEmail: 'off', provider: { label: 'School account' } } as const
const LOGGED_IN = { success: true as const, message: 'You are logged in.' }

let sent: unknown[]
beforeEach(() => {
  sent = []
  sessionStorage.clear()
})

interface Answers {
  ticket?: () => Response
  passwordLogin?: boolean
}

function open(path: string, { ticket, passwordLogin = true }: Answers = {}) {
  const context = testContext({
    answers: {
      'auth.options': () => ({ ...OPTIONS, passwordLogin }),
      'provider.ticket': (request) => {
        sent.push(sentTo(request))
        return ticket?.() ?? { ...LOGGED_IN, ...aUser() }
      },
      'auth.login': () => ({ ...LOGGED_IN, ...aUser() }),
      'provider.connect': (request) => {
        sent.push(sentTo(request))
        return {
          success: true,
          message: 'School account is connected.',
          identity: {
            provider: 'sso',
            label: 'School account',
            email: 'a@b.example',
            createdAt: '2026-01-01',
          },
        }
      },
    },
  })
  const handle = { chunk: '', guard: 'guest', download: async () => {} } satisfies ScreenHandle
  const screens = [
    { path: '/login', Component: Login, handle },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]
  return renderAt([{ Component: GuardedOutlet, children: screens }], path, context)
}

test('a ticket logs in once, leaves the address and leads back to where the user was', async () => {
  sessionStorage.setItem('providerReturn', '/learning')
  const { router } = open('/login?ticket=abc')
  await screen.findByRole('heading', { name: 'Elsewhere' })
  expect(router.state.location.pathname).toBe('/learning')
  expect(sent).toEqual([{ ticket: 'abc' }])
})

test('an address of another site is no way back', async () => {
  sessionStorage.setItem('providerReturn', '//evil.example')
  const { router } = open('/login?ticket=abc')
  await screen.findByRole('heading', { name: 'Elsewhere' })
  expect(router.state.location.pathname).toBe('/')
})

test.each([
  ['down', 'School account does not answer. Try again later.'],
  ['refused', 'You stopped signing in at School account.'],
  ['expired', 'This sign-in took too long. Please start again.'],
])('the login says what went wrong: %s', async (problem, sentence) => {
  open(`/login?problem=${problem}`)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'School account' })).toBeTruthy()
})

test('a sentence in the address is not shown', async () => {
  open('/login?problem=Call+this+number')
  expect(await screen.findByText('Log in to watch, like, comment and save.')).toBeTruthy()
})

test('with an account of the same address, a login connects it', async () => {
  const message = 'You already have an account. Log in once to connect it.'
  const exists = Response.json(
    { success: false, code: 'account_exists', message, challenge: 'c1', requestId: 'r1' },
    { status: 409 },
  )
  open('/login?ticket=abc', { ticket: () => exists })
  expect(await screen.findByText(message)).toBeTruthy()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Email'), 'noah@example.org')
  await user.type(screen.getByLabelText('Password'), 'blue-notebook-41')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(sent).toEqual([{ ticket: 'abc' }, { challenge: 'c1' }]))
})

test('a person without an account reads why they get none, and can go back', async () => {
  const refused = () => errorReply(403, { code: 'forbidden', message: 'Ask an admin for an account.' })
  open('/login?ticket=abc', { ticket: refused })
  expect(await screen.findByText('Ask an admin for an account.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to login' }))
  expect(await screen.findByRole('button', { name: 'School account' })).toBeTruthy()
})

test('where passwords are turned off, only the provider is offered', async () => {
  open('/login', { passwordLogin: false })
  expect(await screen.findByRole('button', { name: 'School account' })).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
})
