import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { connection } from '#web/core/connection.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { ConnectionBar } from './connection-bar.tsx'

let added = Promise.withResolvers<number>()
const network = (state: 'offline' | 'online') => act(() => void dispatchEvent(new Event(state)))
const open = (user?: ReturnType<typeof aUser>) =>
  renderAt([{ path: '/', element: <ConnectionBar headerScrolls={false} /> }], '/', testContext({ user }))

beforeAll(() => connection.followNetwork(() => added.promise))

test.each([
  [27, 'You are online again. 27 seconds were added.'],
  [1, 'You are online again. 1 second was added.'],
  [0, 'You are online again.'],
])(
  'a user hears that progress is kept offline, and that %s seconds were added',
  async (seconds, sentence) => {
    added = Promise.withResolvers()
    open(aUser())
    network('offline')
    expect(screen.getByRole('alert').textContent).toBe('You are offline. Your progress is kept.')
    expect(screen.queryByRole('button')).toBeNull()
    network('online')
    expect(screen.getByRole('alert').textContent).toBe('You are online again.')
    added.resolve(seconds)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence))
  },
)

test('a visitor has no progress to keep', () => {
  open()
  network('offline')
  expect(screen.getByRole('alert').textContent).toBe('You are offline.')
})
