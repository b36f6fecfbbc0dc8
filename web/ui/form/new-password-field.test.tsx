import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt } from '#web/test-context.tsx'
import { Form } from './form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { TextField } from './text-field.tsx'
// The field downloads this on demand. Importing it here keeps slow machines from timing out.
import '#contract/account/password-strength.ts'

const COMMON = 'This password is too common. Choose another one.'
const PERSONAL = 'Password must not be your name or your email address.'

async function open() {
  const element = (
    <Form onSubmit={() => {}}>
      <TextField name="username" label="Name" />
      <TextField name="email" label="Email" />
      <NewPasswordField name="password" label="Password" required />
    </Form>
  )
  renderAt([{ path: '/', element }], '/')
  const password = await screen.findByLabelText('Password')
  const type = async (text: string) => {
    await userEvent.clear(password)
    await userEvent.type(password, text)
    await userEvent.tab()
  }
  return { password, type }
}

test('the rules are visible before the user types', async () => {
  const { password } = await open()
  const hint = screen.getByText(
    'At least 8 characters. Not a common password, your name or your email address.',
  )
  expect(password.getAttribute('aria-describedby')).toBe(hint.id)
  expect(password.getAttribute('autocomplete')).toBe('new-password')
})

test('a password that is easy to guess shows an error on blur, until it is edited', async () => {
  const { password, type } = await open()
  await type('lectern1')
  const said = await screen.findByText(COMMON)
  expect(password.getAttribute('aria-invalid')).toBe('true')
  expect(password.getAttribute('aria-describedby')).toBe(said.parentElement?.id)
  await userEvent.type(password, 'x')
  expect(screen.queryByText(COMMON)).toBeNull()
  expect(password.hasAttribute('aria-invalid')).toBe(false)
})

test('the name and the address are those of the same form', async () => {
  const { type } = await open()
  await userEvent.type(screen.getByLabelText('Name'), 'Ada Lovelace')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@analytical.example')
  await type('AdaLovelace1990!')
  expect(await screen.findByText(PERSONAL)).toBeTruthy()
  await type('Analytical12')
  expect(await screen.findByText(PERSONAL)).toBeTruthy()
  await type('football1')
  expect(await screen.findByText(COMMON)).toBeTruthy()
})
