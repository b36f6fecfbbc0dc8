import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, testContext } from '#web/test-context.tsx'
import { GoesPublic } from './goes-public.tsx'

const ID = '3'.repeat(24)

const open = () =>
  renderAt(
    [
      {
        path: '/',
        element: (
          <GoesPublic
            item={{ kind: 'playlist', _id: ID, status: 'pending', stage: 'draft' }}
            playlistId={ID}
          />
        ),
      },
    ],
    '/',
    testContext(),
  )

test('a chosen time that is not saved is there again, and Discard forgets it', async () => {
  const first = open()
  await userEvent.click(await screen.findByRole('radio', { name: 'At a time' }))
  fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: '2026-12-24T09:00' } })
  expect(await screen.findByText('Draft kept')).toBeTruthy()
  first.unmount()

  open()
  expect(await screen.findByText(/^Your draft from \d\d:\d\d is back\.$/)).toBeTruthy()
  expect(screen.getByLabelText(/^Date and time/)).toHaveProperty('value', '2026-12-24T09:00')
  expect(screen.getByRole('radio', { name: /^On 24 Dec/ })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByRole('radio', { name: 'As soon as it is approved' })).toHaveProperty('checked', true)
})
