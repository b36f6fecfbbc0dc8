import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Course } from '#contract/catalog/courses.ts'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { CommentForm } from '#web/features/comments/comment-form.tsx'
import { LikeButton } from '#web/features/reactions/like-button.tsx'
import { ADA, aComment, aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Watching } from '#web/test-watch.tsx'
import { Component } from './watch-video.tsx'
// The screen downloads this on demand. Importing it here keeps slow machines from timing out.
import '#web/ui/overlay/confirm.tsx'

const me = aUser()
const ADDRESS = `/watch-video/${aPlaylist()._id}/${aCourse()._id}`

const ownComment = (own: Partial<Comment> = {}) =>
  aComment({
    text: 'The rabbit comes out of the hole.',
    user: { _id: me._id, username: me.username, profilePhoto: me.profilePhoto, role: me.role },
    ...own,
  })
const threadsOf = (all: Comment[]): Thread[] =>
  all
    .filter(({ parentId }) => parentId === null)
    .map((comment) => ({
      ...comment,
      removed: false,
      replies: all.filter(({ parentId }) => parentId === comment._id),
    }))
const byAda = ownComment({ _id: 'd'.repeat(24), text: 'Well seen.', user: { ...ADA, role: 'Teacher' } })

/** The data of the server, and its rejection. */
let course: Course | Response
let comments: Comment[]
let rejection: (() => Response) | undefined
/** Delays an added comment. */
let held: Promise<void> | undefined
let like: () => Response | Promise<Response>
let shownToasts: ToastMessage[]
let logged: string[]
let unsubscribe: () => void

beforeEach(() => {
  course = aCourse()
  comments = []
  rejection = undefined
  held = undefined
  like = () => Response.json({ success: true, message: 'Liked.', likes: [me._id], likesCount: 3 })
  shownToasts = []
  logged = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
  vi.spyOn(console, 'info').mockImplementation((error) => void logged.push(String(error)))
  // These tests have no live events.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
})
afterEach(() => unsubscribe())

const done = <Reply extends object>(reply: Reply) =>
  rejection?.() ?? Response.json({ success: true, ...reply })
const reject = () => errorReply(403, { code: 'forbidden', message: 'No.' })

function open(user = me) {
  const context = testContext({
    user,
    answers: {
      'courses.get': ({ params: { courseId = '' } }) =>
        course instanceof Response ? course : { ...course, _id: courseId },
      'playlists.get': () => aPlaylist(),
      'likes.like': () => like(),
      'comments.threads': () => {
        const threads = threadsOf(comments)
        return done({ threads, total: threads.length, nextCursor: null })
      },
      'notes.list': () => ({ notes: [], total: 0, nextCursor: null }),
      'follows.list': () => ({ teachers: [], playlists: [] }),
      'comments.create': async () => {
        await held
        return done({ message: 'Added.', comment: ownComment({ text: 'New.' }) })
      },
      'comments.update': () =>
        done({ message: 'Changed.', updatedComment: ownComment({ text: 'Changed.' }) }),
      'comments.remove': () => done({ message: 'Removed.' }),
    },
  })
  const routes = [
    { path: '/watch-video/:playlistId/:videoId', Component },
    { path: '/', element: 'Home' },
  ]
  return renderAt(routes, ADDRESS, context)
}

const button = (name: string) => screen.findByRole('button', { name })
const inComment = (text: string) => within(screen.getByText(text).closest('li') ?? document.body)

test('the video is embedded by the video id in videoLink', async () => {
  open()
  await userEvent.click(await button('Play video: The bowline'))
  expect(screen.getByTitle('The bowline').getAttribute('src')).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/aircAruvnKk\?/,
  )
})

test('starting the video moves the focus to it once; a like of another user does not move it', async () => {
  const live = new TransformStream<Uint8Array, Uint8Array>()
  vi.stubGlobal('fetch', async () => new Response(live.readable))
  open()
  await userEvent.click(await button('Play video: The bowline'))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Video player' }))
  const field = screen.getByLabelText('Add a comment')
  await userEvent.type(field, 'Half a')
  const event = { type: 'likes.changed', courseId: aCourse()._id, likesCount: 41 }
  await live.writable.getWriter().write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
  await screen.findByText('41 likes')
  expect(document.activeElement).toBe(field)
})

test('the description, the teacher, the day and the chapters are in the tab About', async () => {
  course = aCourse({ chapters: [{ at: 95, title: 'The second loop' }] })
  open()
  await userEvent.click(await screen.findByRole('tab', { name: 'About' }))
  const panel = within(await screen.findByRole('tabpanel', { name: 'About' }))
  expect(panel.getByText('How to tie the bowline.')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Ada Byron' })).toBeTruthy()
  expect(panel.getByText('2026-03-14')).toBeTruthy()
  expect(screen.queryByLabelText('Add a comment')).toBeNull()
  await userEvent.click(panel.getByRole('link', { name: '1:35 The second loop' }))
  expect(screen.getByTitle('The bowline').getAttribute('src')).toContain('start=95')
})

test('a video that is withdrawn while it is open is Video not available., and what was typed is kept', async () => {
  const live = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => live.promise)
  const { unmount } = open()
  await userEvent.type(await screen.findByLabelText('Add a comment'), 'Half a')
  const found = course
  course = errorReply(404, { code: 'not_found', message: 'Course not found.' })
  live.resolve(new Response(null, { status: 404 }))
  expect(await screen.findByRole('heading', { name: 'Video not available.' })).toBeTruthy()
  expect(screen.getByText('It is no longer here for you. What you typed and watched is kept.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Like' })).toBeNull()
  unmount()
  course = found
  open()
  await waitFor(() => expect(screen.getByLabelText('Add a comment')).toHaveProperty('value', 'Half a'))
})

test('a draft of a comment is restored on its own video, and deleted when the comment is sent', async () => {
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
  const { router } = open()
  await userEvent.type(await field(), 'Half a\nthought')
  await act(() => router.navigate(ADDRESS.replace(/.$/, 'f')))
  await waitFor(async () => expect((await field()).value).toBe(''))
  expect(screen.queryByText('Draft kept')).toBeNull()
  await act(() => router.navigate(-1))
  await waitFor(async () => expect((await field()).value).toBe('Half a\nthought'))
  expect(screen.getByText(/^Your draft from \d\d:\d\d is back\.$/)).toBeTruthy()

  await userEvent.click(await button('Add Comment'))
  await waitFor(async () => expect((await field()).value).toBe(''))
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(currentDrafts()).toEqual([])
})

test('a comment that is sent while its author leaves the page leaves no draft', async () => {
  const answer = Promise.withResolvers<void>()
  const { router } = open()
  await userEvent.type(await screen.findByLabelText('Add a comment'), 'Sent')
  held = answer.promise
  await userEvent.click(await button('Add Comment'))
  await act(() => router.navigate('/'))
  expect(currentDrafts()).toHaveLength(1)
  answer.resolve()
  await waitFor(() => expect(currentDrafts()).toEqual([]))
})

test('an edit of a comment survives a reload; Cancel discards it', async () => {
  comments = [ownComment()]
  const { unmount } = open()
  await userEvent.click(await button('Edit'))
  await userEvent.type(screen.getByLabelText('Edit your comment'), ' Twice.')
  unmount()
  open()
  const again = await screen.findByLabelText<HTMLTextAreaElement>('Edit your comment')
  expect(again.value).toBe('The rabbit comes out of the hole. Twice.')
  await userEvent.click(await button('Cancel'))
  expect(currentDrafts()).toEqual([])
})

test('a course that cannot be loaded is Video not available., without a toast or a log entry', async () => {
  course = errorReply(404, { code: 'not_found', message: 'Course not found.' })
  open()
  expect(await screen.findByRole('heading', { name: 'Video not available.', level: 1 })).toBeTruthy()
  expect([shownToasts, logged]).toEqual([[], []])
})

test('a course that fails to load is Video not available. as well, as the name of the screen', async () => {
  course = errorReply(400, { code: 'invalid', message: 'No.' })
  open()
  expect(await screen.findByRole('heading', { name: 'Video not available.', level: 1 })).toBeTruthy()
})

test('in one column the playlist follows the title, then come the tabs and the next video', async () => {
  open()
  const order = [
    await screen.findByRole('heading', { name: 'The bowline' }),
    await button('Playlist · 1 of 2'),
    screen.getByRole('tablist'),
    screen.getByRole('heading', { name: /^Comments/ }),
    screen.getByRole('link', { name: /^Next video/ }),
  ]
  const followed = order.map((each, index) => each.compareDocumentPosition(order[index + 1] ?? each))
  expect(followed).toEqual([
    Node.DOCUMENT_POSITION_FOLLOWING,
    Node.DOCUMENT_POSITION_FOLLOWING,
    Node.DOCUMENT_POSITION_FOLLOWING,
    Node.DOCUMENT_POSITION_FOLLOWING,
    0,
  ])
})

test('comments of the course’s teacher are marked, those of another teacher are not', async () => {
  const another = {
    _id: 'e'.repeat(24),
    username: 'Eve',
    profilePhoto: ADA.profilePhoto,
    role: 'Teacher' as const,
  }
  comments = [byAda, ownComment({ text: 'Not mine.', user: another })]
  open()
  await screen.findByText('Well seen.')
  expect(inComment('Well seen.').getByText('Teacher')).toBeTruthy()
  expect(inComment('Not mine.').queryByText('Teacher')).toBeNull()
})

test('the button says Like, then Liking, then Liked', async () => {
  const answer = Promise.withResolvers<Response>()
  const yes = like()
  like = () => answer.promise
  open()
  await userEvent.click(await button('Like'))
  await button('Liking')
  expect(screen.getByText('3 likes')).toBeTruthy()
  answer.resolve(await yes)
  expect(await button('Liked')).toBeTruthy()
  expect(screen.getByText('3 likes')).toBeTruthy()
})

test('a course that the user likes is Liked from the start', async () => {
  course = aCourse({ likes: [me._id] })
  open()
  expect(await button('Liked')).toBeTruthy()
})

test('a failed like is only logged, and the number is unchanged', async () => {
  like = reject
  open()
  await userEvent.click(await button('Like'))
  await waitFor(() => expect(logged).toEqual(['ApiError: No.']))
  expect(await button('Like')).toBeTruthy()
  expect(screen.getByText('2 likes')).toBeTruthy()
  expect(shownToasts).toEqual([])
})

test('a thread of one page never shows a button for more', async () => {
  comments = Array.from({ length: 13 }, (_, n) => ownComment({ _id: String(n).padStart(24, '0') }))
  const seen = vi.fn<() => void>()
  const watching = new MutationObserver(() => {
    if (screen.queryByText('Show more comments')) seen()
  })
  watching.observe(document, { childList: true, subtree: true })
  open()
  await waitFor(() => expect(screen.getAllByText(ownComment().text)).toHaveLength(13))
  watching.disconnect()
  expect(seen).not.toHaveBeenCalled()
})

test('a list of comments that fails is only logged', async () => {
  rejection = reject
  open()
  await waitFor(() => expect(logged).toEqual(['ApiError: No.']))
  expect(await screen.findByRole('heading', { name: 'No comments for this course yet.' })).toBeTruthy()
  expect(shownToasts).toEqual([])
})

test('a stored user without a token has to log in before liking', async () => {
  open(aUser({ token: '' }))
  await userEvent.click(await button('Like'))
  const text = 'You need to be logged in to like this course.'
  expect(shownToasts).toEqual([{ tone: 'error', text, timeout: 6000 }])
})

test('a visitor has to log in before liking or commenting, which a toast says for 6000 ms', async () => {
  const both = (
    <>
      <LikeButton course={aCourse()} />
      <Watching>
        <CommentForm />
      </Watching>
    </>
  )
  renderAt([{ path: '/', element: both }], '/')
  await userEvent.click(await button('Like'))
  await userEvent.type(screen.getByLabelText('Add a comment'), 'Hello')
  await userEvent.click(await button('Add Comment'))
  expect(shownToasts).toEqual([
    { tone: 'error', text: 'You need to be logged in to like this course.', timeout: 6000 },
    { tone: 'error', text: 'You should be logged in to comment!', timeout: 6000 },
  ])
})

test('a new comment appears at once, and the field is cleared', async () => {
  open()
  await userEvent.type(await screen.findByLabelText('Add a comment'), 'New.')
  await userEvent.click(await button('Add Comment'))
  expect(await screen.findByText('New.', { selector: 'li *' })).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText('Add a comment')).toHaveProperty('value', ''))
})

test('a comment shows its author, photo, day and text; only the own comments have controls, even for an admin', async () => {
  comments = [ownComment(), byAda]
  open(aUser({ isAdmin: true }))
  await screen.findByText('Well seen.')
  const mine = inComment('The rabbit comes out of the hole.')
  expect(mine.getByText('Noah Bennett')).toBeTruthy()
  expect(mine.getByText('2026-04-01')).toBeTruthy()
  const buttonsOf = (item: typeof mine) => item.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttonsOf(mine)).toEqual(['Edit', 'Delete', 'Reply', 'Pin'])
  const others = inComment('Well seen.')
  expect(others.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(others.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(others.getByRole('button', { name: /^More: comment of/ })).toBeTruthy()
})

test('saving and cancelling an edit both return to view mode', async () => {
  comments = [ownComment()]
  open()
  await userEvent.click(await button('Edit'))
  await userEvent.click(await button('Cancel'))
  expect(screen.getByText('The rabbit comes out of the hole.')).toBeTruthy()
  await userEvent.click(await button('Edit'))
  await userEvent.type(screen.getByLabelText('Edit your comment'), '!')
  await userEvent.click(await button('Save'))
  expect(await screen.findByText('Changed.')).toBeTruthy()
  expect(screen.queryByLabelText('Edit your comment')).toBeNull()
})

test.each([
  { what: 'deleting', begin: 'Delete', end: 'Delete comment', message: 'You cant remove this comment.' },
  { what: 'changing', begin: 'Edit', end: 'Save', message: "You can't update this comment." },
])('$what a comment without permission shows an error for 6000 ms, and the comment stays', async (how) => {
  comments = [ownComment()]
  open()
  await userEvent.click(await button(how.begin))
  rejection = () => errorReply(403, { code: 'forbidden', message: how.message })
  await userEvent.click(await button(how.end))
  await waitFor(() => expect(shownToasts).toEqual([{ tone: 'error', text: how.message, timeout: 6000 }]))
  expect(await screen.findByText('The rabbit comes out of the hole.')).toBeTruthy()
})

test('a deleted comment leaves the list', async () => {
  comments = [ownComment()]
  open()
  await userEvent.click(await button('Delete'))
  await userEvent.click(await button('Delete comment'))
  expect(await screen.findByRole('heading', { name: 'No comments for this course yet.' })).toBeTruthy()
})
