import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { createCache } from '#web/core/cache.ts'
import { addComment, applyCommentEvent, COMMENTS, removeComment, SENDING, type Thread } from './thread.ts'

const eventOf = (made: Comment) =>
  ({ type: 'comment.created', courseId: 'course', comment: made, commentsCount: 2 }) as const

const KEY = [COMMENTS, 'course', 'viewer']
const comment = (_id: string, text: string): Comment => ({
  _id,
  text,
  courseId: 'course',
  user: { _id: 'me', username: 'Noah', profilePhoto: { url: '/', width: 1, height: 1 }, role: 'Student' },
  at: null,
  parentId: null,
  question: false,
  answeredBy: null,
  pinned: false,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
})

function threadWith(...comments: Comment[]) {
  const cache = createCache()
  const page: Thread = { comments, total: comments.length, nextCursor: null }
  cache.setQueryData(KEY, { pages: [page], pageParams: [''] })
  const visible = () => {
    const [first] = cache.getQueryData<{ pages: Thread[] }>(KEY)?.pages ?? []
    return { ids: first?.comments.map(({ _id }) => _id), total: first?.total }
  }
  return { cache, visible }
}

test('an event that arrives before the own reply does not show the comment twice', () => {
  const { cache, visible } = threadWith(comment('old', 'Hello'))
  addComment(cache, comment(`${SENDING}1`, 'Again'))
  expect(visible()).toEqual({ ids: [`${SENDING}1`, 'old'], total: 2 })
  applyCommentEvent(cache, eventOf(comment('new', 'Again')))
  expect(visible()).toEqual({ ids: ['new', 'old'], total: 2 })
  removeComment(cache, { courseId: 'course', commentId: `${SENDING}1` })
  addComment(cache, comment('new', 'Again'))
  expect(visible()).toEqual({ ids: ['new', 'old'], total: 2 })
})

test('comments of other users are added beside the one being sent', () => {
  const { cache, visible } = threadWith()
  addComment(cache, comment(`${SENDING}1`, 'Mine'))
  applyCommentEvent(cache, eventOf(comment('theirs', 'Something else')))
  expect(visible()).toEqual({ ids: ['theirs', `${SENDING}1`], total: 2 })
})
