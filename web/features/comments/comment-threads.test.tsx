import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { ReportMenu } from '#web/features/reports/report-menu.tsx'
import { ADA, aComment, aCourse } from '#web/test-content.ts'
import { aUser, type CallRequest, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Watching } from '#web/test-watch.tsx'
import type { WriteRequest } from '#web/ui/form/written.ts'
import { CommentThreads } from './comment-threads.tsx'
import '#web/ui/overlay/confirm.tsx'

const me = aUser()
const course = aCourse({ durationSeconds: 760, commentsCount: 3 })
const YARA = {
  _id: 'e'.repeat(24),
  username: 'Yara Haddad',
  profilePhoto: me.profilePhoto,
  role: 'Student',
} as const
const TEACHER = { ...ADA, role: 'Teacher' } as const

const byYara = (own: Partial<Comment> = {}) => aComment({ courseId: course._id, user: YARA, ...own })
const aThread = (own: Partial<Thread> = {}): Thread => ({
  ...byYara({}),
  removed: false,
  replies: [],
  ...own,
})
const ASKED = '1'.repeat(24)
const reply = (mark: string, own: Partial<Comment> = {}) =>
  byYara({ _id: mark.repeat(24), parentId: ASKED, ...own })
const question = (own: Partial<Thread> = {}) =>
  aThread({
    _id: ASKED,
    text: 'Do both share one count? See 4:05.',
    question: true,
    at: 192,
    replies: [
      reply('2', { text: 'I wonder, too.' }),
      reply('3', { text: 'Each call gets its own.', user: TEACHER }),
    ],
    ...own,
  })

let threads: Thread[]
let queries: Record<string, string>[]
let writes: { path: string; body: unknown }[]
let position: number
let create: () => Response | Promise<Response>
const seek = vi.fn<(seconds: number) => void>()

beforeEach(() => {
  threads = []
  queries = []
  writes = []
  position = 192.7
  create = () => Response.json({ success: true, message: 'Added.', comment: byYara({ text: 'New.' }) })
  seek.mockReset()
})

const noted = (request: CallRequest) => writes.push({ path: request.path, body: sentTo(request) })

function open(user = me, request?: WriteRequest) {
  const context = testContext({
    user,
    answers: {
      'comments.threads': ({ query }) => {
        queries.push(query)
        return { threads, total: threads.length, nextCursor: null }
      },
      'comments.create': (request) => {
        noted(request)
        return create()
      },
      'users.player': () => PLAYER_DEFAULTS,
      'comments.answer': (request) => {
        noted(request)
        return {
          success: true,
          message: 'Answered.',
          comment: byYara({ _id: ASKED, question: true, answeredBy: '3'.repeat(24) }),
        }
      },
      'comments.pin': (request) => {
        noted(request)
        return { success: true, message: 'Pinned.', comment: byYara({ _id: ASKED, pinned: true }) }
      },
    },
  })
  const element = (
    <Watching course={course} position={() => position} seek={seek}>
      <CommentThreads Menu={ReportMenu} request={request} onRequestTaken={() => undefined} />
    </Watching>
  )
  return renderAt([{ path: '/', element }], '/', context)
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const itemOf = (text: string) => within(screen.getByText(text).closest('li') ?? document.body)

const asks = (second: string) =>
  screen.findByRole('checkbox', { name: `Ask this as a question at ${second}` })

test('a question is asked at the second at which its writer began; a comment has none', async () => {
  open()
  await asks('3:12')
  await userEvent.type(await screen.findByLabelText('Add a comment'), 'Why?')
  position = 200
  await userEvent.click(await asks('3:12'))
  await userEvent.click(await button('Add Comment'))
  await waitFor(() =>
    expect(writes).toEqual([
      { path: '/api/comments', body: { text: 'Why?', courseId: course._id, at: 192, question: true } },
    ]),
  )
  await waitFor(async () => expect(await asks('3:20')).toHaveProperty('checked', false))
  await userEvent.type(screen.getByLabelText('Add a comment'), 'Nice.')
  await userEvent.click(await button('Add Comment'))
  await waitFor(() => expect(writes[1]?.body).toEqual({ text: 'Nice.', courseId: course._id }))
})

test('the key for a question focuses the field and ticks the box', async () => {
  open(me, { at: 190 })
  await waitFor(async () => expect(await asks('3:10')).toHaveProperty('checked', true))
  expect(document.activeElement).toBe(screen.getByLabelText('Add a comment'))
})

test('a quote stands above the field, and is sent with its second until it is removed', async () => {
  open(me, { at: 200, quote: { at: 245, text: 'A new call, a new count.' } })
  await screen.findByText('A new call, a new count.')
  await waitFor(async () => expect(await asks('4:05')).toHaveProperty('checked', true))
  await userEvent.click(await asks('4:05'))
  await userEvent.type(screen.getByLabelText('Add a comment'), 'So true.')
  await userEvent.click(await button('Add Comment'))
  const body = { text: 'So true.', courseId: course._id, at: 245, quote: 'A new call, a new count.' }
  await waitFor(() => expect(writes).toEqual([{ path: '/api/comments', body }]))
  expect(screen.queryByText('A new call, a new count.')).toBeNull()
})

test('a removed quote is not sent', async () => {
  open(me, { at: 200, quote: { at: 245, text: 'A new call, a new count.' } })
  await userEvent.click(await button('Remove the quote'))
  await userEvent.click(await asks('3:12'))
  await userEvent.type(screen.getByLabelText('Add a comment'), 'Why?{Control>}{Enter}{/Control}')
  await waitFor(() => expect(writes[0]?.body).toEqual({ text: 'Why?', courseId: course._id }))
})

test('the accepted reply is first and named the answer; badges show roles and states', async () => {
  threads = [question({ answeredBy: '3'.repeat(24), pinned: true })]
  open()
  await screen.findByText('Each call gets its own.')
  const texts = screen.getAllByText(/^(Each call|I wonder)/).map(({ textContent }) => textContent)
  expect(texts).toEqual(['Each call gets its own.', 'I wonder, too.'])
  const answer = itemOf('Each call gets its own.')
  expect(answer.getByText('Answer')).toBeTruthy()
  expect(answer.getByText('Teacher')).toBeTruthy()
  expect(answer.queryByText('Author')).toBeNull()
  expect(itemOf('I wonder, too.').getByText('Author')).toBeTruthy()
  expect(screen.getByText('Answered')).toBeTruthy()
  expect(screen.getByText('Pinned')).toBeTruthy()
})

test('the second of a question and the time codes in a text are links that move the video', async () => {
  threads = [question({ replies: [] })]
  open()
  await userEvent.click(await screen.findByRole('link', { name: 'Question at 3:12' }))
  await userEvent.click(screen.getByRole('link', { name: '4:05' }))
  expect(seek.mock.calls).toEqual([[192], [245]])
  expect(screen.getByRole('link', { name: '4:05' }).getAttribute('href')).toBe('/?t=245')
})

test('a reply is written in its thread, is visible at once, and gives the focus back', async () => {
  threads = [question()]
  const answer = Promise.withResolvers<Response>()
  create = () => answer.promise
  open()
  await userEvent.click(await button('Reply'))
  const field = screen.getByLabelText('Reply to Yara Haddad')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'Thank you!')
  await userEvent.click(await button('Reply'))
  expect(await screen.findByText('Thank you!', { selector: 'li *:not(textarea)' })).toBeTruthy()
  answer.resolve(
    Response.json({ success: true, message: 'Added.', comment: reply('4', { text: 'Thank you!' }) }),
  )
  await waitFor(() => expect(screen.queryByLabelText('Reply to Yara Haddad')).toBeNull())
  expect(writes[0]?.body).toEqual({ text: 'Thank you!', courseId: course._id, parentId: ASKED })
  expect(document.activeElement).toBe(await button('Reply'))
  expect(currentDrafts()).toEqual([])
})

test('a rejected reply disappears, and its form keeps the text', async () => {
  threads = [question()]
  create = () => errorReply(400, { code: 'invalid', message: 'No.', errors: { text: 'Too rude.' } })
  open()
  await userEvent.click(await button('Reply'))
  await userEvent.type(screen.getByLabelText('Reply to Yara Haddad'), 'Nope')
  await userEvent.click(await button('Reply'))
  expect(await screen.findByText('Too rude.')).toBeTruthy()
  expect(screen.getByLabelText('Reply to Yara Haddad')).toHaveProperty('value', 'Nope')
  expect(screen.queryAllByText('Nope', { selector: 'li div' })).toEqual([])
})

test('an unsent reply is restored after a reload; Cancel discards it', async () => {
  threads = [question()]
  const { unmount } = open()
  await userEvent.click(await button('Reply'))
  await userEvent.type(screen.getByLabelText('Reply to Yara Haddad'), 'Half')
  unmount()
  open()
  expect(await screen.findByLabelText('Reply to Yara Haddad')).toHaveProperty('value', 'Half')
  await userEvent.click(await button('Cancel'))
  expect(screen.queryByLabelText('Reply to Yara Haddad')).toBeNull()
  expect(currentDrafts()).toEqual([])
})

test.each([
  { who: 'the asker', user: aUser({ ...YARA }), answers: true, pins: false },
  { who: 'the teacher', user: aUser({ ...TEACHER }), answers: true, pins: true },
  { who: 'an admin', user: aUser({ isAdmin: true }), answers: true, pins: true },
  { who: 'another user', user: me, answers: false, pins: false },
])('$who may accept an answer: $answers; may pin: $pins', async ({ user, answers, pins }) => {
  threads = [question(), aThread({ text: 'No question.', replies: [reply('5', { text: 'Indeed.' })] })]
  open(user)
  await screen.findByText('Each call gets its own.')
  expect(itemOf('Each call gets its own.').queryAllByRole('button', { name: 'Mark as answer' })).toHaveLength(
    answers ? 1 : 0,
  )
  expect(itemOf('Indeed.').queryByRole('button', { name: 'Mark as answer' })).toBeNull()
  expect(screen.queryAllByRole('button', { name: 'Pin' })).toHaveLength(pins ? 2 : 0)
})

test('accepting an answer shows it at once, keeps the focus, and can be taken back', async () => {
  threads = [question()]
  open(aUser({ ...YARA }))
  await screen.findByText('Each call gets its own.')
  await userEvent.click(itemOf('Each call gets its own.').getByRole('button', { name: 'Mark as answer' }))
  expect(await screen.findByText('Answered')).toBeTruthy()
  expect(writes).toEqual([{ path: `/api/comments/${ASKED}/answer`, body: { by: '3'.repeat(24) } }])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not the answer' })),
  )
})

test('a removed comment keeps its replies and cannot be replied to', async () => {
  threads = [question({ removed: true, user: null, text: 'This comment was removed.' })]
  open()
  expect(await screen.findByText('This comment was removed.')).toBeTruthy()
  expect(screen.getByText('I wonder, too.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull()
})

test('filter and order ask the server; a filter without comments says so', async () => {
  threads = [question()]
  open()
  await userEvent.selectOptions(await screen.findByLabelText('Sort comments'), 'By moment')
  threads = []
  await userEvent.click(await button('Open'))
  expect(await screen.findByRole('heading', { name: 'No open questions.' })).toBeTruthy()
  expect(queries.map(({ sort, filter }) => `${sort} ${filter}`)).toEqual([
    'newest all',
    'moment all',
    'moment open',
  ])
  expect((await button('Open')).getAttribute('aria-pressed')).toBe('true')
})
