import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Form } from './form.tsx'
import type { FormErrors } from './form-errors.ts'
import { PasswordField } from './password-field.tsx'
import { RadioCards } from './radio-cards.tsx'
import { Segmented } from './segmented.tsx'
import { SelectField } from './select-field.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TextField } from './text-field.tsx'

const playlists = [
  { value: 'a', label: 'Mixing' },
  { value: 'b', label: 'Light' },
]

type Props = { validate?: (data: FormData) => FormErrors; onData?: (data: FormData) => void }

function Course({ validate = () => ({}), onData }: Props) {
  const [errors, setErrors] = useState<FormErrors>()
  return (
    <Form
      aria-label="Course"
      errors={errors}
      onSubmit={(data) => {
        onData?.(data)
        setErrors(validate(data))
      }}
    >
      <TextField name="title" label="Title" required help="Up to 80 characters." />
      <TextField name="email" label="Email" kind="email" />
      <SelectField name="playlist" label="Playlist" placeholder="Choose a playlist" options={playlists} />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
      <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
      <Segmented
        name="role"
        legend="Role"
        defaultValue="Other"
        options={[
          { value: 'Student', label: 'Student' },
          { value: 'Other', label: 'Other' },
        ]}
      />
      <TextAreaField name="description" label="Description" />
      <button type="submit">Add Course</button>
    </Form>
  )
}

function filled(props: Props = {}) {
  const user = userEvent.setup()
  render(<Course {...props} />)
  return { user, submit: () => user.click(screen.getByRole('button', { name: 'Add Course' })) }
}

const describedAs = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

test('every field is found by its label and sent under its name', async () => {
  const onData = vi.fn()
  const { user, submit } = filled({ onData })
  await user.type(screen.getByLabelText('Title'), 'Mapped types')
  await user.type(screen.getByLabelText('Email'), 'not an address')
  await user.selectOptions(screen.getByLabelText('Playlist'), 'Light')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('radio', { name: 'Student' }))
  await user.type(screen.getByLabelText('Description'), 'One{Enter}two')
  await submit()
  const data: FormData = onData.mock.calls[0]?.[0]
  expect(Object.fromEntries(data)).toEqual({
    title: 'Mapped types',
    email: 'not an address',
    playlist: 'b',
    password: 'secret',
    confirmPassword: '',
    role: 'Student',
    description: expect.stringMatching(/^One\r?\ntwo$/),
  })
})

test('an error is linked to its field, and the first invalid field has the focus', async () => {
  const { submit } = filled({
    validate: () => ({
      playlist: 'No playlist selected! Please choose one.',
      email: 'Enter a valid email address.',
    }),
  })
  await submit()
  const email = screen.getByLabelText('Email')
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(describedAs(email)).toBe('Enter a valid email address.')
  expect(describedAs(screen.getByLabelText('Playlist'))).toBe('No playlist selected! Please choose one.')
  expect(screen.getByLabelText('Title').hasAttribute('aria-invalid')).toBe(false)
})

test('the text of the first invalid field is selected, so that typing replaces it', async () => {
  const { user, submit } = filled({ validate: () => ({ title: 'Title must be 3 to 120 characters.' }) })
  await user.type(screen.getByLabelText('Title'), 'M')
  await submit()
  await user.keyboard('Knots')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Knots')
})

test('the same error a second time moves the focus again', async () => {
  const { user, submit } = filled({ validate: () => ({ title: 'Title must be 3 to 120 characters.' }) })
  await submit()
  await user.click(screen.getByLabelText('Description'))
  await submit()
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
})

test('an error disappears when its field is edited', async () => {
  const { user, submit } = filled({ validate: () => ({ title: 'Title must be 3 to 120 characters.' }) })
  await submit()
  await user.type(screen.getByLabelText('Title'), 'M')
  expect(screen.queryByText('Title must be 3 to 120 characters.')).toBeNull()
})

test('an error that a change of another field resolved does not block the next submit', async () => {
  const validate = (data: FormData): FormErrors =>
    data.get('password') === data.get('confirmPassword') ? {} : { confirmPassword: 'Passwords do not match.' }
  const onData = vi.fn()
  const { user, submit } = filled({ validate, onData })
  await user.type(screen.getByLabelText('Confirm password'), 'secret')
  await submit()
  expect(screen.queryByText('Passwords do not match.')).not.toBeNull()
  await user.type(screen.getByLabelText('Password'), 'secret')
  await submit()
  expect(onData).toHaveBeenCalledTimes(2)
  expect(screen.queryByText('Passwords do not match.')).toBeNull()
})

test('the required star is not part of the label, but the control is marked as required', () => {
  filled()
  expect(screen.getByLabelText('Title').getAttribute('aria-required')).toBe('true')
  expect(screen.getByText('Title').textContent).toBe('Title')
  expect(describedAs(screen.getByLabelText('Title'))).toBe('Up to 80 characters.')
})

test('the button shows and hides the password without losing the input', async () => {
  const { user } = filled()
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  const show = screen.getAllByRole('button', { name: 'Show password' })[0]
  if (!show) throw new Error('There is no button.')
  await user.type(password, 'secret')
  expect(password.getAttribute('type')).toBe('password')
  await user.click(show)
  expect(show.getAttribute('aria-pressed')).toBe('true')
  expect(password.getAttribute('type')).toBe('text')
  expect(password.value).toBe('secret')
  await user.click(show)
  expect(password.getAttribute('type')).toBe('password')
})

test('a status is chosen by keyboard among named cards', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(
    <RadioCards
      name="status"
      legend="Choose a status"
      value="pending"
      onChange={onChange}
      options={[
        { value: 'pending', label: 'pending', help: 'Waiting for a first look.' },
        { value: 'approved', label: 'approved', help: 'Visible to everyone on the public pages.' },
      ]}
    />,
  )
  expect(screen.queryByRole('group', { name: 'Choose a status' })).not.toBeNull()
  await user.click(screen.getByRole('radio', { name: /approved/ }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('approved')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /pending/ }).checked).toBe(true)
})
