import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SiteInfo } from '#contract/settings/site.ts'
import type { Invited } from '#web/features/account/auth/invited.ts'
import { errorReply, renderAt, testContext } from '#web/test-context.tsx'
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
beforeEach(() => {
  vi.stubGlobal('FormData', WithPhoto)
})

const TOKEN = `${'a'.repeat(24)}.${'b'.repeat(22)}`

function open(
  policies: Partial<SiteInfo>,
  {
    invited,
    answer = () => Response.json({ success: true, message: 'Ready.' }, { status: 201 }),
  }: {
    invited?: Invited
    answer?: () => Response
  } = {},
) {
  const sent: Record<string, unknown>[] = []
  const context = testContext({
    policies,
    answers: {
      'auth.register': ({ init: { body } }) => {
        sent.push(body instanceof FormData ? Object.fromEntries(body) : {})
        return answer()
      },
    },
  })
  const routes = [
    { path: '/register', Component: Register },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]
  const { router } = renderAt(routes, '/start', context)
  void router.navigate('/register', { state: invited && { invited } })
  return { router, sent }
}

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

async function fill(): Promise<void> {
  await type('Name', 'Noah Bennett')
  await type('Password', 'blue-notebook-41')
  await type('Confirm password', 'blue-notebook-41')
}

test('without an invitation the screen says what is needed, and takes a pasted link', async () => {
  const { router } = open({ registration: 'invitation' })
  expect(await screen.findByRole('heading', { name: 'Registration needs an invitation' })).toBeTruthy()
  expect(screen.getByText('Open the link that you were sent.')).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'hello@lectern.example' }).getAttribute('href')).toBe(
    'mailto:hello@lectern.example',
  )
  expect(screen.getByRole('link', { name: '+1 202 555 0143' }).getAttribute('href')).toBe('tel:+12025550143')
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
  const field = screen.getByLabelText('Or paste the link here')
  await userEvent.type(field, 'https://lectern.test/join{Enter}')
  expect(screen.getByText('Paste the whole link of your invitation.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.paste(`https://lectern.test/join#invite=${TOKEN}`)
  expect(router.state.location).toMatchObject({ pathname: '/join', hash: `#invite=${TOKEN}` })
})

test('a closed site shows no form, even to an invited visitor', async () => {
  const invited = { token: TOKEN, role: 'Student', groups: [], email: null, username: null } as const
  open({ registration: 'closed' }, { invited: { ...invited, groups: [] } })
  expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeTruthy()
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('an invitation fills the form, fixes the address and is sent along', async () => {
  const invited: Invited = {
    token: TOKEN,
    role: 'Teacher',
    groups: ['Class 7b', 'Film club'],
    email: 'noah@school.example',
    username: 'Noah B.',
  }
  const { sent } = open({ registration: 'invitation', teachers: 'invitation' }, { invited })
  expect(await screen.findByText('Your account joins Class 7b, Film club.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('noah@school.example')
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Noah B.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Teacher' }).checked).toBe(true)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Ready.')).toBeTruthy()
  expect(sent).toMatchObject([{ email: 'noah@school.example', role: 'Teacher', invitation: TOKEN }])
})

test('an invitation that somebody else has used is named above the form', async () => {
  const sentence = 'This invitation has been used.'
  const answer = () =>
    errorReply(400, { code: 'invalid', message: sentence, errors: { invitation: sentence } })
  const invited: Invited = {
    token: TOKEN,
    role: 'Student',
    groups: [],
    email: 'noah@school.example',
    username: null,
  }
  open({}, { invited, answer })
  await screen.findByText('You are invited.')
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('where an admin decides, a future teacher says what they want to teach', async () => {
  const { sent } = open({ teachers: 'request' })
  await userEvent.click(await screen.findByRole('radio', { name: 'Teacher' }))
  await fill()
  await type('Email', 'noah@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(screen.getByText('Tell us in 10 to 500 characters what you want to teach.')).toBeTruthy()
  await type('What do you want to teach?', 'Woodwork for beginners.')
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Ready.')).toBeTruthy()
  expect(sent).toMatchObject([{ role: 'Teacher', teachingReason: 'Woodwork for beginners.' }])
})

test('where teachers are invited, the form offers no such role', async () => {
  open({ teachers: 'invitation' })
  await screen.findByRole('radio', { name: 'Student' })
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    'Student',
    'Other',
  ])
})

test('registration by domain says whose addresses it takes', async () => {
  open({ registration: 'domain', registrationDomains: ['school.example', 'college.example'] })
  expect(
    await screen.findByText(
      'Registration is open to addresses at school.example or college.example. You confirm it before your first login.',
    ),
  ).toBeTruthy()
})
