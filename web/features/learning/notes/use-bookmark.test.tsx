/** The key for a bookmark. */
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Note } from '#contract/learning/notes.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { aCourse } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Watching } from '#web/test-watch.tsx'
import { useBookmark } from './use-bookmark.ts'

const course = aCourse()
const mark: Note = {
  _id: '1'.repeat(24),
  course: { _id: course._id, videoTitle: course.videoTitle, playlist: course.playlist },
  at: 102,
  text: '',
  createdAt: '2026-04-01T10:00:00.000Z',
  updatedAt: '2026-04-01T10:00:00.000Z',
  bookmark: true,
}

let calls: unknown[]
let answer: () => Response | Promise<Response>
let shown: ToastMessage[]
let asked: string[]
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  calls = []
  asked = []
  shown = []
  answer = () => Response.json({ note: mark }, { status: 201 })
  unsubscribe = toasts.subscribe((toast) => shown.push(toast))
})
afterEach(() => {
  unsubscribe()
  vi.useRealTimers()
})

function BookmarkButton() {
  return (
    <button type="button" onClick={useBookmark((id) => void asked.push(id))}>
      B
    </button>
  )
}

async function open() {
  const context = testContext({
    user: aUser(),
    answers: {
      'notes.create': (request) => {
        calls.push(sentTo(request))
        return answer()
      },
      'notes.remove': ({ params }) => {
        calls.push(`remove ${params.noteId}`)
        return { success: true, message: 'Note deleted.' }
      },
    },
  })
  const element = (
    <Watching course={course} position={() => 102.9}>
      <BookmarkButton />
    </Watching>
  )
  renderAt([{ path: '/', element }], '/', context)
  const press = await screen.findByRole('button', { name: 'B' })
  return () => userEvent.click(press)
}

const texts = () => shown.map(({ text }) => text)
const set = { courseId: course._id, at: 102, bookmark: true }
const REMOVE = `remove ${mark._id}`

test('a bookmark is set at the second of the video; Undo removes it', async () => {
  const press = await open()
  await press()
  await waitFor(() => expect(texts()).toEqual(['Bookmarked at 1:42.']))
  expect(calls).toEqual([set])
  expect(shown[0]?.action?.label).toBe('Undo')
  shown[0]?.action?.run()
  await waitFor(() => expect(texts()).toEqual(['Bookmarked at 1:42.', 'Bookmark removed.']))
  expect(calls).toEqual([set, REMOVE])
})

test('Add a note opens the bookmark', async () => {
  const press = await open()
  await press()
  await waitFor(() => expect(shown[0]?.secondAction?.label).toBe('Add a note'))
  shown[0]?.secondAction?.run()
  expect(asked).toEqual([mark._id])
})

test('the key removes the bookmark within two seconds, and sets another one later', async () => {
  const press = await open()
  await press()
  await waitFor(() => expect(texts()).toHaveLength(1))
  vi.setSystemTime(Date.now() + 1900)
  await press()
  await waitFor(() => expect(texts()).toEqual(['Bookmarked at 1:42.', 'Bookmark removed.']))
  await press()
  await waitFor(() => expect(texts()).toHaveLength(3))
  vi.setSystemTime(Date.now() + 2100)
  await press()
  await waitFor(() => expect(texts()).toHaveLength(4))
  expect(calls).toEqual([set, REMOVE, set, set])
})

test('a bookmark that is still being saved is removed as soon as it is saved', async () => {
  const saving = Promise.withResolvers<Response>()
  answer = () => saving.promise
  const press = await open()
  await press()
  await press()
  expect(calls).toEqual([set])
  saving.resolve(Response.json({ note: mark }, { status: 201 }))
  await waitFor(() => expect(texts()).toEqual(['Bookmark removed.']))
  expect(calls).toEqual([set, REMOVE])
})

test('a bookmark that could not be saved says so, and the next press sets one', async () => {
  answer = () => errorReply(429, { code: 'rate_limited', message: 'Too many.' })
  const press = await open()
  await press()
  await waitFor(() => expect(texts()).toEqual(['Too many.']))
  answer = () => Response.json({ note: mark }, { status: 201 })
  await press()
  await waitFor(() => expect(texts()).toEqual(['Too many.', 'Bookmarked at 1:42.']))
})
