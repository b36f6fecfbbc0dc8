import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { TrashItem } from '#contract/catalog/trash.ts'
import { createCall } from '#web/core/api.ts'
import { AppContextProvider } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { createSession } from '#web/core/session-store.ts'
import { Component as Trash } from './trash.tsx'

const image = { url: '/media/photo.webp', width: 640, height: 360 }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString()
const ada = {
  _id: 'a'.repeat(24),
  username: 'Ada',
  profilePhoto: image,
  email: 'ada@site.example',
  role: 'Teacher',
  isAdmin: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  createdPlaylists: [],
  savedPlaylists: [],
  token: 'token-of-ada',
}

function item(id: string, over: Partial<TrashItem>): TrashItem {
  return {
    _id: id.repeat(24),
    kind: 'course',
    subjectId: id.repeat(24),
    title: 'Closures',
    image,
    playlist: { _id: 'f'.repeat(24), title: 'JavaScript', inTrash: false },
    likes: 0,
    deletedAt: '2026-11-22T10:00:00.000Z',
    purgeAt: inDays(28),
    byAdmin: false,
    ...over,
  }
}

let items: TrashItem[]
let bytes: number
let sent: [method: string, path: string][]

beforeEach(() => {
  items = [
    item('b', { title: 'Closures', purgeAt: inDays(2) }),
    item('c', { kind: 'playlist', title: 'GraphQL', playlist: undefined, videos: 2, likes: 14, saves: 31 }),
    item('d', { title: 'Ten tricks', byAdmin: true }),
    item('e', { title: 'Modules', playlist: { _id: 'f'.repeat(24), title: 'GraphQL', inTrash: true } }),
  ]
  bytes = 3.2 * 1024 ** 3
  sent = []
})

async function send(path: string, { method = 'GET' }: RequestInit): Promise<Response> {
  if (path === '/api/users/me/uploads')
    return Response.json({
      isOn: true,
      maxBytes: 1,
      quotaBytes: 20 * 1024 ** 3,
      usedBytes: 0,
      unfinished: [],
    })
  if (method === 'GET') return Response.json({ items, bytes, total: items.length, nextCursor: null })
  sent.push([method, path])
  items = path.endsWith('/trash') ? [] : items.slice(1)
  return Response.json({ success: true, message: 'Said by the server.', data: {} })
}

function open() {
  const session = createSession({
    getItem: () => JSON.stringify(ada),
    setItem: () => {},
    removeItem: () => {},
  })
  const router = createMemoryRouter([{ path: '/', Component: Trash }])
  const site = { name: 'Lectern', origin: 'https://site.example', figures: 'placeholders' as const }
  render(
    <AppContextProvider context={{ call: createCall(send, session), cache: createCache(), site, session }}>
      <RouterProvider router={router} />
    </AppContextProvider>,
  )
  return userEvent.setup()
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('each thing says what it is, how long it stays and how it is restored', async () => {
  open()
  expect(await screen.findByRole('heading', { name: '4 things' })).toBeTruthy()
  expect((await row(/Closures/)).getByText('Video in JavaScript')).toBeTruthy()
  expect((await row(/Closures/)).getByText('2 days')).toBeTruthy()
  expect((await row(/31 saves/)).getByText('Playlist with 2 videos, 14 likes and 31 saves')).toBeTruthy()
  expect((await row(/Ten tricks/)).getByText(/Deleted by an admin on 22 November/)).toBeTruthy()
  expect((await row(/Ten tricks/)).queryByRole('button', { name: /^Restore/ })).toBeNull()
  expect((await row(/Modules/)).getByText('Restore the playlist first.')).toBeTruthy()
  expect(await screen.findByText('3.2 GB are in the trash.')).toBeTruthy()
  expect(screen.getByText('They count towards your 20 GB until they are deleted for good.')).toBeTruthy()
})

test('a thing is restored, or deleted for good after a question', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Restore Closures' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Closures' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Delete GraphQL for good' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “GraphQL” for good?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([
    ['POST', `/api/teaching/trash/${'b'.repeat(24)}/restore`],
    ['DELETE', `/api/teaching/trash/${'c'.repeat(24)}`],
  ])
})

test('the trash is emptied after a question, and says that it is empty', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Empty trash' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Empty the trash?' }))
  await user.click(dialog.getByRole('button', { name: 'Empty trash' }))
  expect(await screen.findByText('The trash is empty.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Empty trash' })).toBeNull()
  expect(sent).toEqual([['DELETE', '/api/teaching/trash']])
})
