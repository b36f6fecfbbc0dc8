/** What the watch page waits for, and in which order it applies what arrives. */
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { aComment, aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, type Handlers, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component } from './watch-video.tsx'

const courseId = aCourse()._id

function open(answers: Handlers) {
  const context = testContext({
    user: aUser(),
    answers: {
      'courses.get': () => aCourse(),
      'playlists.get': () => aPlaylist(),
      'comments.threads': () => ({ success: true, threads: [], total: 0, nextCursor: null }),
      'notes.list': () => ({ notes: [], total: 0, nextCursor: null }),
      'users.player': () => ({ success: true, ...PLAYER_DEFAULTS }),
      ...answers,
    },
  })
  const routes = [{ path: '/watch-video/:playlistId/:videoId', Component }]
  renderAt(routes, `/watch-video/${aPlaylist()._id}/${courseId}`, context)
}

test('the page waits for the settings of the player, so that Mark as done is never ignored', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  const settings = Promise.withResolvers<void>()
  const marks: unknown[] = []
  open({
    'users.player': async () => {
      await settings.promise
      return { success: true, ...PLAYER_DEFAULTS }
    },
    'progress.done': (request) => {
      marks.push(sentTo(request))
      return { success: true, done: true, playlistDone: false }
    },
  })
  await screen.findByText('Loading video')
  expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull()
  settings.resolve()
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as done' }))
  await waitFor(() => expect(marks).toEqual([{ done: true }]))
})

test('a comment that arrives while the list is refetched stays in it', async () => {
  const live = new TransformStream<Uint8Array, Uint8Array>()
  vi.stubGlobal('fetch', async () => new Response(live.readable))
  const list = Promise.withResolvers<void>()
  let listHeld: Promise<void> | undefined
  open({
    'comments.threads': async () => {
      await listHeld
      return {
        success: true,
        threads: [{ ...aComment({ text: 'The first.' }), removed: false, replies: [] }],
        total: 1,
        nextCursor: null,
      }
    },
  })
  await screen.findByText('The first.')
  listHeld = list.promise
  const comment = aComment({ _id: 'd'.repeat(24), text: 'Well seen.' })
  const events = [
    { type: 'reset', courseId },
    { type: 'comment.created', courseId, comment, commentsCount: 2 },
    { type: 'likes.changed', courseId, likesCount: 41 },
  ]
  const data = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  await live.writable.getWriter().write(new TextEncoder().encode(data))
  list.resolve()
  await screen.findByText('41 likes')
  expect(screen.getByText('Well seen.')).toBeTruthy()
  expect(screen.getByText('The first.')).toBeTruthy()
})
