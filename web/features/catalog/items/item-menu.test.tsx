import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createCall } from '#web/core/api.ts'
import { AppContextProvider } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { createSession } from '#web/core/session-store.ts'
import type { Item } from '#web/features/catalog/versions/submission-state.ts'
import { ItemMenu } from './item-menu.tsx'

const sketching = { kind: 'playlist', _id: 'b'.repeat(24), title: 'Sketching', status: 'approved' } as const
const COPY = 'c'.repeat(24)

function open(item: Pick<Item, 'kind' | '_id' | 'title' | 'status'>) {
  const sent: string[] = []
  const send = async (path: string, { method = 'GET' }: RequestInit) => {
    if (method !== 'GET') sent.push(`${method} ${path}`)
    return Response.json({ success: true, message: 'Copied.', data: { _id: COPY } }, { status: 201 })
  }
  const session = createSession({ getItem: () => null, setItem: () => {}, removeItem: () => {} })
  const address = `/playlist-details/${item._id}`
  const router = createMemoryRouter([
    { path: '/', element: <ItemMenu item={item} viewAddress={address} shareAddress={address} /> },
    { path: '*', element: null },
  ])
  const site = { name: 'Lectern', origin: 'https://site.example', figures: 'placeholders' as const }
  render(
    <AppContextProvider context={{ call: createCall(send, session), cache: createCache(), site, session }}>
      <RouterProvider router={router} />
    </AppContextProvider>,
  )
  return { user: userEvent.setup(), router, sent, address }
}

const choose = (name: string) => screen.findByRole('menuitem', { name, hidden: true })

test('what is public is shared by its link, and its page is opened', async () => {
  const { user, router, address } = open(sketching)
  await user.click(await choose('Copy link'))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}${address}`)
  await user.click(await choose('View page'))
  await waitFor(() => expect(router.state.location.pathname).toBe(address))
})

test('a playlist is duplicated, and its copy is opened', async () => {
  const { user, router, sent } = open({ ...sketching, status: 'pending' })
  expect(screen.queryByRole('menuitem', { name: 'Copy link', hidden: true })).toBeNull()
  await user.click(await choose('Duplicate'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/teacher-dashboard/build/${COPY}`))
  expect(sent).toEqual([`POST /api/playlists/${sketching._id}/duplicate`])
})

test('a video that is not public has no menu', () => {
  open({ ...sketching, kind: 'course', status: 'pending' })
  expect(screen.queryByRole('button')).toBeNull()
})
