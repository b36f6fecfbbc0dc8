import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { AdminSettings } from '#contract/settings/settings.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { adminSettings } from '#web/test-settings.ts'
import { Component as Settings } from './admin-settings.tsx'

const STORED = adminSettings()

/** What the server has, what it was sent, and the toasts. */
let stored: AdminSettings
let sent: unknown[]
let rejected: Response | undefined
let shown: ToastMessage[]

beforeEach(() => {
  stored = STORED
  sent = []
  rejected = undefined
  shown = []
  return toasts.subscribe((toast) => shown.push(toast))
})

function open() {
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'settings.get': () => stored,
      'provider.state': () => ({ provider: null, passwordLogin: true }),
      'settings.update': (request) => {
        sent.push(sentTo(request))
        return rejected ?? { success: true, message: 'The settings are saved.', ...stored }
      },
      'secondStep.status': () => ({
        hasPassword: true,
        passwordChangedAt: null,
        allowsPasskeys: false,
        isMissing: false,
        hasAuthenticator: false,
        recoveryCodesLeft: 0,
      }),
      'passkeys.list': () => ({ passkeys: [] }),
    },
  })
  return renderAt([{ path: '/', Component: Settings }], '/', context)
}

const choose = async (group: string, name: RegExp) =>
  userEvent.click(within(await screen.findByRole('group', { name: group })).getByRole('radio', { name }))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

async function confirm(password = 'plum tree 44'): Promise<void> {
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Your password'), password)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
}

test('an admin changes who may visit and register, with the password', async () => {
  open()
  await choose('Who may visit', /Members only/)
  await choose('Who may register', /People with an invitation/)
  await save()
  stored = { ...STORED, version: '2026-11-27T10:42:00.000Z' }
  await confirm()
  await screen.findByText('The settings are saved.', {}).catch(() => undefined)
  expect(sent).toEqual([
    {
      version: '',
      changes: { siteAccess: 'members', registration: 'invitation' },
      password: 'plum tree 44',
    },
  ])
})

test('registration by domain asks for domains and says what is wrong with them', async () => {
  open()
  await choose('Who may register', /People with an address at/)
  await save()
  expect(screen.getByText('Enter a domain like school.example.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Domains'), '@school.example')
  await save()
  expect(screen.getByText('Enter a domain like school.example.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Domains'))
  await userEvent.type(screen.getByLabelText('Domains'), 'School.example; college.example')
  await save()
  rejected = errorReply(400, {
    code: 'invalid',
    message: 'This needs mail. Set SMTP_URL first.',
    errors: { registration: 'This needs mail. Set SMTP_URL first.' },
  })
  await confirm()
  expect(await screen.findByText('This needs mail. Set SMTP_URL first.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toMatchObject([
    { changes: { registration: 'domain', registrationDomains: ['school.example', 'college.example'] } },
  ])
})

test('a wrong password is named in the dialog, and nothing typed is lost', async () => {
  open()
  await choose('Who may teach', /On request/)
  await save()
  const wrong = { password: 'Password is incorrect.' }
  rejected = errorReply(400, { code: 'invalid', message: wrong.password, errors: wrong })
  await confirm('wrong')
  expect(await within(screen.getByRole('dialog')).findByText('Password is incorrect.')).toBeTruthy()
})

test('a setting of the environment is locked and says by what', async () => {
  stored = {
    ...STORED,
    settings: { ...STORED.settings, siteAccess: { value: 'members', source: 'environment' } },
  }
  open()
  expect(await screen.findByText('Set by SITE_ACCESS in the environment.')).toBeTruthy()
  const group = screen.getByRole('group', { name: 'Who may visit' })
  expect(within(group).getByRole<HTMLInputElement>('radio', { name: /Members only/ }).checked).toBe(true)
  expect(group).toHaveProperty('disabled', true)
})

test('what another admin saved meanwhile stands beside the own choice', async () => {
  open()
  await choose('Who may register', /Nobody/)
  await save()
  stored = {
    mail: STORED.mail,
    settings: { ...STORED.settings, registration: { value: 'invitation', source: 'saved' } },
    version: '2026-11-27T10:42:00.000Z',
    changed: { by: 'Anna', at: '2026-11-27T10:42:00.000Z' },
  }
  const sentence = 'Anna changed the settings at 10:42. Look at them again.'
  rejected = errorReply(409, { code: 'conflict', message: sentence })
  await confirm()
  const mine = await screen.findByRole('group', { name: 'Who may register: yours' })
  expect(within(mine).getByText('Nobody')).toBeTruthy()
  const theirs = screen.getByRole('group', { name: 'Who may register: theirs' })
  expect(within(theirs).getByText('People with an invitation')).toBeTruthy()
  expect(shown.map(({ text }) => text)).toEqual([sentence])
  await userEvent.click(within(mine).getByRole('button', { name: 'Keep mine' }))
  await save()
  rejected = undefined
  await confirm()
  expect(sent.at(-1)).toMatchObject({
    version: '2026-11-27T10:42:00.000Z',
    changes: { registration: 'closed' },
  })
})
