import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { User } from '#contract/account/users.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { Component as Profile } from './profile.tsx'

const BEA: User = {
  _id: 'b'.repeat(24),
  username: 'Bea',
  role: 'Other',
  profilePhoto: { url: '/media/bea.webp', width: 80, height: 80 },
  createdAt: '2026-01-02T03:04:05.678Z',
  createdPlaylists: [],
  savedPlaylistsCount: 0,
  profilePrivate: true,
}

function open(viewer = aUser()) {
  const context = testContext({ user: viewer, answers: { 'users.get': () => BEA } })
  return renderAt([{ path: '/profile/:userId', Component: Profile }], `/profile/${BEA._id}`, context)
}

test('a hidden profile shows the name and the picture', async () => {
  open()
  const heading = await screen.findByRole('heading', { name: 'Bea' })
  const text = heading.closest('main, body')?.textContent ?? ''
  for (const word of ['Joined', 'Saved playlists', 'Liked videos', 'Other']) expect(text).not.toContain(word)
})

test.each([
  ['its owner', aUser({ _id: BEA._id })],
  ['an admin', aUser({ isAdmin: true })],
])('%s sees all of it', async (_, viewer) => {
  open(viewer)
  expect(await screen.findByText('Saved playlists')).toBeTruthy()
  expect(screen.getByText('Joined', { exact: false })).toBeTruthy()
})
