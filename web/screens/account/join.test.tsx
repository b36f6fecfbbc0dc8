import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { OpenedInvitation } from '#contract/people/invitations.ts'
import { aUser, errorReply, type Handlers, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component as Join } from './join.tsx'

const TOKEN = `${'a'.repeat(24)}.${'B'.repeat(22)}`

const INVITATION: OpenedInvitation = {
  site: 'Riverside',
  kind: 'link',
  role: 'Student',
  groups: ['Class 7b', 'Film club'],
  email: null,
  username: null,
  expiresAt: '2026-12-12T10:00:00.000Z',
}

interface Opening {
  invitation?: Partial<OpenedInvitation>
  user?: SessionUser
  answers?: Handlers
}

function open({ invitation, user, answers }: Opening = {}) {
  const sent: unknown[] = []
  const context = testContext({
    ...(user && { user }),
    answers: {
      'invitations.read': (request) => {
        sent.push(sentTo(request))
        return { ...INVITATION, ...invitation }
      },
      'invitations.accept': () => ({
        success: true,
        message: 'You are in Class 7b and Film club.',
        groups: [{ _id: 'c'.repeat(24), name: 'Class 7b' }],
        role: 'Teacher',
      }),
      ...answers,
    },
  })
  const rendered = renderAt(
    [
      { path: '/join', Component: Join },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    `/join#invite=${TOKEN}`,
    context,
  )
  return { ...rendered, context, sent }
}

const rejected = (message: string): Handlers => ({
  'invitations.read': () => errorReply(400, { code: 'invalid', message, errors: { invitation: message } }),
})

test('a visitor sees what they join, and goes on to a prefilled registration', async () => {
  const { router, sent } = open({ invitation: { email: 'anna@school.example', username: 'Anna' } })
  expect(await screen.findByRole('heading', { name: 'You are invited to Riverside' })).toBeDefined()
  expect(screen.getByText('You join Class 7b and Film club as Student.')).toBeDefined()
  expect(screen.getByText('anna@school.example')).toBeDefined()
  expect(sent).toEqual([{ invitation: TOKEN }])
  await userEvent.click(screen.getByRole('link', { name: 'Create your account' }))
  expect(router.state.location).toMatchObject({
    pathname: '/register',
    state: {
      invited: {
        token: TOKEN,
        role: 'Student',
        groups: ['Class 7b', 'Film club'],
        email: 'anna@school.example',
        username: 'Anna',
      },
    },
  })
})

test('a visitor with an account logs in and comes back', async () => {
  const { router } = open()
  await userEvent.click(await screen.findByRole('link', { name: 'I have an account: Login' }))
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    state: { from: `/join#invite=${TOKEN}` },
  })
})

test('a logged-in user joins with one press, and has the new role', async () => {
  const { context } = open({ user: aUser(), invitation: { role: 'Teacher' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Join Class 7b and Film club' }))
  expect(await screen.findByText('You are in Class 7b and Film club.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'See your groups' }).getAttribute('href')).toBe('/account/groups')
  expect(context.session.current()?.role).toBe('Teacher')
})

test.each([
  [{ groups: ['Class 7b'] }, 'Join Class 7b'],
  [{ groups: [], role: 'Teacher' as const }, 'Become a teacher'],
  [{ groups: [] }, 'Accept the invitation'],
])('the button says what the invitation gives: %o', async (invitation, name) => {
  open({ user: aUser(), invitation })
  expect(await screen.findByRole('button', { name })).toBeDefined()
})

test('an invitation for another address says so before anything is pressed', async () => {
  open({ user: aUser(), invitation: { email: 'anna@school.example' } })
  expect(
    await screen.findByRole('heading', { name: 'This invitation is for another address.' }),
  ).toBeDefined()
  expect(
    screen.getByText('It is for anna@school.example. You are logged in as noah@example.org.'),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: /Join/ })).toBeNull()
})

test.each([
  ['This invitation is not valid.', /Copy the whole link/],
  ['This invitation has expired.', /Ask the person who invited you for a new one/],
  ['This invitation has been used.', /If you have used it yourself, log in/],
  ['This invitation was withdrawn.', /Ask the person who invited you for a new one/],
])('an invitation that does not work says what to do: %s', async (message, help) => {
  open({ answers: rejected(message) })
  expect(await screen.findByRole('heading', { name: message })).toBeDefined()
  expect(screen.getByText(help)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
})

test('after a lost connection the user tries again', async () => {
  let isDown = true
  open({
    answers: {
      'invitations.read': () =>
        isDown ? errorReply(503, { code: 'busy', message: 'The server is busy.' }) : INVITATION,
    },
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: 'Create your account' })).toBeDefined()
})

test('an invitation that ended meanwhile says so after the press', async () => {
  const message = 'This invitation has been used.'
  open({
    user: aUser(),
    answers: { 'invitations.accept': () => errorReply(400, { code: 'invalid', message }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Join/ }))
  await waitFor(() => expect(screen.getByRole('heading', { name: message })).toBeDefined())
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeDefined()
})
