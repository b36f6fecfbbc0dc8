import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Thread } from '#contract/comments/comments.ts'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { ADA, aComment, aCourse } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Watching } from '#web/test-watch.tsx'
import { CommentThreads } from './comment-threads.tsx'

const me = aUser()
const course = aCourse({ durationSeconds: 760, commentsCount: 1 })
const YARA = { ...me, _id: 'e'.repeat(24), username: 'Yara Haddad' }
const ASKED = '1'.repeat(24)
const aThread = (own: Partial<Thread> = {}): Thread => ({
  ...aComment({ _id: ASKED, courseId: course._id, user: YARA, text: 'Do both share one count?' }),
  removed: false,
  replies: [],
  ...own,
})

let threads: Thread[]
let sorts: (string | undefined)[]
let writes: { path: string; body: unknown }[]
let like: () => Response
const seek = vi.fn<(seconds: number) => void>()

beforeEach(() => {
  sorts = []
  writes = []
  like = () => Response.json({ success: true, message: 'Liked.', liked: true, likesCount: 15 })
  seek.mockReset()
})

function open() {
  const context = testContext({
    user: me,
    answers: {
      'comments.threads': ({ query }) => {
        sorts.push(query.sort)
        return { threads, total: threads.length, nextCursor: null }
      },
      'comments.like': (request) => {
        writes.push({ path: request.path, body: sentTo(request) })
        return like()
      },
    },
  })
  const element = (
    <Watching course={course} seek={seek}>
      <CommentThreads Menu={ReportMenu} />
    </Watching>
  )
  return renderAt([{ path: '/', element }], '/', context)
}

const button = (name: string) => screen.findByRole('button', { name })

test('a heart likes at once, is filled when it is pressed, and shows the number of the server', async () => {
  threads = [aThread({ likesCount: 13, liked: false })]
  open()
  const heart = await button('Like, 13')
  expect([heart.getAttribute('aria-pressed'), heart.textContent]).toEqual(['false', '13'])
  await userEvent.click(heart)
  expect((await button('Like, 15')).getAttribute('aria-pressed')).toBe('true')
  expect(writes).toEqual([{ path: `/api/comments/${ASKED}/like`, body: { liked: true } }])
})

test('a rejected like is taken back', async () => {
  like = () => errorReply(404, { code: 'not_found', message: 'Comment not found.' })
  threads = [aThread({ likesCount: 0 })]
  open()
  await userEvent.click(await button('Like, 0'))
  const heart = await button('Like, 0')
  await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'))
  expect(heart.textContent).toBe('Like')
})

test('an own comment shows its number and cannot be liked', async () => {
  threads = [aThread({ user: me, likesCount: 3 })]
  open()
  const own = await screen.findByText('Noah Bennett', { selector: 'li a' })
  expect(own.closest('li')?.textContent).toContain('3likes')
  expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull()
})

test('a name and the names of mentioned people lead to their profiles; other names stay text', async () => {
  const text = '@Ada Byron and @Gone Person, see 4:05.'
  threads = [aThread({ text, mentions: [{ _id: ADA._id, username: 'Ada Byron' }] })]
  open()
  const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  await screen.findByRole('link', { name: 'Yara Haddad' })
  expect(linkTo('Yara Haddad')).toBe(`/profile/${YARA._id}`)
  expect(linkTo('@Ada Byron')).toBe(`/profile/${ADA._id}`)
  expect(screen.queryByRole('link', { name: '@Gone Person' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: '4:05' }))
  expect(seek.mock.calls).toEqual([[245]])
})

test('a quote stands above the comment with its second', async () => {
  threads = [aThread({ text: 'Nice.', quote: 'A new count.', at: 245 })]
  open()
  const quote = await screen.findByText(/“A new count.”/, { selector: 'blockquote' })
  await userEvent.click(within(quote).getByRole('link', { name: '4:05' }))
  expect(seek.mock.calls).toEqual([[245]])
  expect(screen.queryByRole('link', { name: 'At 4:05' })).toBeNull()
})

test('the top ones come first, and a comment that is on two pages is listed once', async () => {
  threads = [aThread(), aThread({ _id: '9'.repeat(24), text: 'Moved up.' }), aThread()]
  open()
  await userEvent.selectOptions(await screen.findByLabelText('Sort comments'), 'Top first')
  await waitFor(() => expect(sorts.at(-1)).toBe('top'))
  expect(screen.getAllByText(/^Do both share/)).toHaveLength(1)
})
