import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/session-user.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component as UpdateUser } from './update-user.tsx'

const me = aUser({ role: 'Other', profession: 'Librarian' })
const { token: _token, ...profile } = me
const UPDATED = aUser({ username: 'Noah B.', token: 'vc1_new' })

/** The requests, the response of the server, and the toasts. */
let sent: Record<string, unknown>[]
let answer: () => { success: true; message: string; updatedUser: SessionUser } | Response
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  sent = []
  answer = () => ({ success: true, message: 'Said by the server.', updatedUser: UPDATED })
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

function open(id = me._id, profilePrivate?: boolean) {
  const context = testContext({
    user: me,
    answers: {
      'users.get': () => ({ ...profile, savedPlaylistsCount: 0, profilePrivate }),
      'users.update': ({ init }) => {
        sent.push(init.body instanceof FormData ? Object.fromEntries(init.body) : {})
        return answer()
      },
    },
  })
  const routes = [
    { path: '/update-user/:id', Component: UpdateUser },
    { path: '/profile/:userId', element: 'A profile' },
  ]
  return { ...renderAt(routes, `/update-user/${id}`, context), context }
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const update = async () => userEvent.click(await screen.findByRole('button', { name: 'Update Profile' }))

test('the form begins with the profile, and unchanged it sends neither passwords nor a photo', async () => {
  open()
  expect((await field('Profession')).value).toBe('Librarian')
  await update()
  await waitFor(() => expect(shownToasts).toHaveLength(1))
  expect(sent).toEqual([
    { username: 'Noah Bennett', email: 'noah@example.org', role: 'Other', profession: 'Librarian' },
  ])
  expect(shownToasts).toEqual([{ tone: 'success', text: 'Said by the server.', timeout: 6000 }])
})

test.each([true, false])('a changed box is sent: hidden before %s', async (before) => {
  open(me._id, before)
  const box = await field('Hide my profile from others')
  expect(box.checked).toBe(before)
  await userEvent.click(box)
  await update()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ profilePrivate: String(!before) })
})

test('leaving Other clears the profession for good and sends none', async () => {
  open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Student' }))
  expect(screen.queryByLabelText('Profession')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Other' }))
  expect((await field('Profession')).value).toBe('')
  await userEvent.click(screen.getByRole('radio', { name: 'Student' }))
  await update()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ username: 'Noah Bennett', email: 'noah@example.org', role: 'Student' })
})

test('Other without a profession is not sent', async () => {
  open()
  await userEvent.clear(await field('Profession'))
  await update()
  expect(await screen.findByText('Profession must be 2 to 80 characters.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('an old password is sent alone, and a confirmation without a new password is not sent', async () => {
  open()
  await userEvent.type(await field('Old password'), 'old secret 1')
  await userEvent.type(await field('Confirm password'), 'typed by mistake')
  await update()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ oldPassword: 'old secret 1' })
  expect(sent[0]).not.toHaveProperty('newPassword')
  expect(sent[0]).not.toHaveProperty('confirmPassword')
})

test('a new password is sent with any confirmation: the server compares them', async () => {
  answer = () =>
    errorReply(400, {
      code: 'invalid',
      message: 'Some fields are not right.',
      errors: { confirmPassword: 'Passwords do not match.' },
    })
  open()
  await userEvent.type(await field('Old password'), 'old secret 1')
  await userEvent.type(await field('New password'), 'new secret 1')
  await userEvent.type(await field('Confirm password'), 'new secret 2')
  await update()
  expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  expect(sent).toMatchObject([{ newPassword: 'new secret 1', confirmPassword: 'new secret 2' }])
  expect((await field('New password')).value).toBe('new secret 1')
  expect(shownToasts).toEqual([])
})

test('the user in the response replaces the stored one, with the new token, and the passwords are cleared', async () => {
  const { context } = open()
  await userEvent.type(await field('Old password'), 'old secret 1')
  await userEvent.type(await field('New password'), 'new secret 1')
  await userEvent.type(await field('Confirm password'), 'new secret 1')
  await update()
  await waitFor(async () => expect((await field('New password')).value).toBe(''))
  expect(context.session.current()).toEqual({ ...UPDATED, profession: undefined })
})

test('without a message from the server the specification’s message appears', async () => {
  answer = () => ({ success: true, message: '', updatedUser: UPDATED })
  open()
  await update()
  await waitFor(() =>
    expect(shownToasts).toEqual([{ tone: 'success', text: 'Profile updated successfully!', timeout: 6000 }]),
  )
})

test('a response without the user is a failure', async () => {
  answer = () => Response.json({ success: true, message: 'Done.' })
  const { context } = open()
  await update()
  await waitFor(() =>
    expect(shownToasts).toEqual([{ tone: 'error', text: 'Failed to update profile.', timeout: 6000 }]),
  )
  expect(context.session.current()).toEqual(me)
})

const REJECTED = 'Delete your playlists before changing your role.'

test.each([
  ['the server’s sentence', () => errorReply(409, { code: 'conflict', message: REJECTED }), REJECTED],
  [
    'that nothing was saved',
    () => {
      throw new TypeError('Failed to fetch')
    },
    'The connection was lost. Nothing was saved.',
  ],
])('an update that fails shows %s and keeps what was typed', async (_what, fail, text) => {
  answer = fail
  open()
  await userEvent.type(await field('Name'), ' Jr.')
  await update()
  await waitFor(() => expect(shownToasts.map((toast) => toast.text)).toEqual([text]))
  expect((await field('Name')).value).toBe('Noah Bennett Jr.')
})

test('the address of another user leads to the own profile', async () => {
  const { router } = open('f'.repeat(24))
  expect(await screen.findByText('A profile')).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/profile/${me._id}`)
})

test('the photo accepts images', async () => {
  open()
  expect((await field('Profile picture')).getAttribute('accept')).toBe(
    'image/jpeg,image/png,image/webp,image/gif',
  )
})
