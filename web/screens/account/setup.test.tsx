import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CODE_DEAD, CODE_NOT_RIGHT, SET_UP_ALREADY } from '#contract/account/setup-messages.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component as Setup } from './setup.tsx'
// The layout downloads this on demand. Importing it here keeps slow machines from timing out.
import '#web/ui/feedback/toasts.tsx'

function open(answer: () => Response, isOpen = () => true) {
  const sent: Record<string, unknown>[] = []
  const context = testContext({
    answers: {
      'setup.get': () => ({ open: isOpen() }),
      'setup.create': ({ init: { body } }) => {
        sent.push(body instanceof FormData ? Object.fromEntries(body) : {})
        return answer()
      },
    },
  })
  context.site.lacksAdmin = true
  const routes = [
    { path: '/setup', Component: Setup },
    { path: '/admin/*', element: <h1>Admin</h1> },
  ]
  renderAt(routes, '/setup', context)
  return { sent, context }
}

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create the admin' }))

async function fill(): Promise<void> {
  await screen.findByLabelText('Code from the terminal')
  await type('Code from the terminal', '7kq4 m2px')
  await type('Your name', 'Helen Park')
  await type('Email', 'helen@riverside.example')
  await type('Password', 'plum trees in april 44')
  await type('Confirm password', 'plum trees in april 44')
}

const rejected = (status: number, body: Parameters<typeof errorReply>[1]) => () => errorReply(status, body)

test('the right code makes the admin, who lands on the admin screens', async () => {
  const admin = { ...aUser({ isAdmin: true }), success: true, message: 'You are the admin of this site.' }
  const { sent, context } = open(() => Response.json(admin, { status: 201 }))
  await fill()
  await create()
  expect(await screen.findByRole('heading', { name: 'Admin' })).toBeTruthy()
  expect(sent).toMatchObject([
    { code: '7kq4 m2px', username: 'Helen Park', email: 'helen@riverside.example' },
  ])
  expect(context.session.current()).toMatchObject({ isAdmin: true })
  expect(context.site.lacksAdmin).toBe(false)
})

test('an empty form names its fields and sends nothing', async () => {
  const { sent } = open(() => Response.json({}))
  await screen.findByLabelText('Code from the terminal')
  await create()
  expect(await screen.findByText('Enter the code from the terminal.')).toBeTruthy()
  expect(screen.getByText('Enter a valid email address.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a wrong code is named at its field, and everything typed stays', async () => {
  const errors = { code: CODE_NOT_RIGHT }
  open(rejected(400, { code: 'invalid', message: CODE_NOT_RIGHT, errors }))
  await fill()
  await create()
  expect(await screen.findByText(CODE_NOT_RIGHT)).toBeTruthy()
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Helen Park')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'plum trees in april 44')
})

test('too many tries are said, and the form stays', async () => {
  const { sent } = open(rejected(429, { code: 'too_many_requests', message: CODE_DEAD }))
  await fill()
  await create()
  expect(sent).toHaveLength(1)
  expect(screen.getByLabelText('Your name')).toHaveProperty('value', 'Helen Park')
})

test('the second of two people sees that the site is set up', async () => {
  let isOpen = true
  open(
    () => {
      isOpen = false
      return errorReply(404, { code: 'not_found', message: SET_UP_ALREADY })
    },
    () => isOpen,
  )
  await fill()
  await create()
  expect(await screen.findByRole('heading', { name: 'This site is set up' })).toBeTruthy()
})
