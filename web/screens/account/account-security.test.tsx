import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Passkey } from '#contract/account/passkeys.ts'
import { aUser, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component as Security } from './account-security.tsx'

const PASSKEY: Passkey = {
  _id: 'd'.repeat(24),
  name: 'Laptop',
  host: 'localhost',
  isForThisSite: true,
  isDisabled: true,
  isSynced: false,
  createdAt: '2026-03-14T15:09:26.000Z',
  lastUsedAt: null,
}

function open({ hasPassword = true } = {}) {
  const sent: unknown[] = []
  const context = testContext({
    user: aUser(),
    answers: {
      'secondStep.status': () => ({
        hasPassword,
        passwordChangedAt: null,
        hasAuthenticator: false,
        recoveryCodesLeft: 0,
        allowsPasskeys: true,
        isMissing: false,
      }),
      'passkeys.list': () => ({ passkeys: [PASSKEY] }),
      'auth.sessions': () => ({ sessions: [] }),
      'privacy.get': () => ({ progressShown: true, told: false }),
      'privacy.update': (request) => {
        sent.push(sentTo(request))
        return { success: true, message: 'Saved.', progressShown: true, told: true }
      },
      'passkeys.update': (request) => {
        sent.push(sentTo(request))
        return { success: true, message: 'The passkey is changed.', passkey: PASSKEY }
      },
      'passkeys.remove': (request) => {
        sent.push(sentTo(request))
        return { success: true, message: 'The passkey is removed.' }
      },
    },
  })
  renderAt([{ path: '/', Component: Security }], '/', context)
  return sent
}

const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test.each([
  [/Enable *Laptop/, 'Enable passkey', { password: 'plum tree 44', enabled: true }],
  [/Remove *Laptop/, 'Remove passkey', { password: 'plum tree 44' }],
])('%s asks for the password', async (button, action, body) => {
  const sent = open()
  await press(button)
  const dialog = within(screen.getByRole('dialog'))
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByLabelText('Your password'), 'plum tree 44')
  await userEvent.click(dialog.getByRole('button', { name: action }))
  await waitFor(() => expect(sent).toEqual([body]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('somebody who was never told is not shown, and is told by the switch that shows them', async () => {
  const sent = open()
  const box = await screen.findByRole('switch', { name: 'Let teachers see my progress' })
  expect(box.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText(/^Teachers and admins can see your name, how many videos/)).toBeTruthy()
  await userEvent.click(box)
  expect(box.getAttribute('aria-checked')).toBe('true')
  await waitFor(() => expect(sent).toEqual([{ progressShown: true, told: true }]))
})

test('a user whose only passkey is turned off is led to a new password', async () => {
  open({ hasPassword: false })
  await press(/Enable *Laptop/)
  const link = within(screen.getByRole('dialog')).getByRole('link', { name: 'Set a password' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
})
