import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createCall } from '#web/core/api.ts'
import { AppContextProvider } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { createSession } from '#web/core/session-store.ts'
import { GoesPublic } from './goes-public.tsx'
import type { Item } from './submission-state.ts'

const sketching = { kind: 'playlist', _id: 'b'.repeat(24), status: 'pending' } as const
const REJECTION = {
  success: false,
  code: 'invalid',
  message: 'Check the marked fields.',
  errors: { publishAt: 'Choose a time within the next year.' },
}

function open(item: Pick<Item, 'kind' | '_id' | 'status' | 'stage' | 'publishAt'>, rejections = 0) {
  const sent: unknown[] = []
  const send = async (_: string, { body }: RequestInit) => {
    sent.push(body instanceof FormData ? body.get('publishAt') : body)
    return sent.length <= rejections
      ? Response.json(REJECTION, { status: 400 })
      : Response.json({ success: true, message: 'Playlist updated.', data: {} })
  }
  const session = createSession({ getItem: () => null, setItem: () => {}, removeItem: () => {} })
  const site = { name: 'Lectern', origin: 'https://site.example', figures: 'placeholders' as const }
  render(
    <AppContextProvider context={{ call: createCall(send, session), cache: createCache(), site, session }}>
      <GoesPublic item={item} playlistId={item._id} />
    </AppContextProvider>,
  )
  return { user: userEvent.setup(), sent }
}

test('a time is sent in ISO 8601, and a rejected one gets its sentence at the field', async () => {
  const { user, sent } = open(sketching, 1)
  await user.click(screen.getByRole('radio', { name: 'At a time' }))
  const choose = async (time: string) => {
    fireEvent.change(screen.getByLabelText(/^Date and time \(/), { target: { value: time } })
    await user.click(screen.getByRole('button', { name: 'Save the time' }))
  }
  await choose('2020-12-01T09:00')
  expect(await screen.findByText('Choose a time within the next year.')).toBeTruthy()
  await choose('2026-12-01T09:00')
  expect(screen.getByRole('radio', { name: 'On 1 December 2026 at 09:00' })).toBeTruthy()
  await waitFor(() => expect(sent[1]).toBe(new Date('2026-12-01T09:00').toISOString()))
})

test('what is scheduled shows its time and can be public now', async () => {
  const publishAt = new Date('2026-12-01T09:00').toISOString()
  const { user, sent } = open({ ...sketching, stage: 'scheduled', publishAt })
  expect(screen.getByLabelText<HTMLInputElement>(/^Date and time \(/).value).toBe('2026-12-01T09:00')
  await user.click(screen.getByRole('radio', { name: 'Now' }))
  await user.click(screen.getByRole('button', { name: 'Save the time' }))
  await waitFor(() => expect(sent).toEqual(['']))
})

test('what is public has no such choice', () => {
  open({ ...sketching, status: 'approved' })
  expect(screen.queryByRole('radio')).toBeNull()
})
