import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { createCache } from '#web/core/cache.ts'
import { addComment, applyCommentEvent, COMMENTS, removeComment, SENDING, type Thread } from './thread.ts'

const news = (made: Comment) =>
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
  const shown = () => {
    const [first] = cache.getQueryData<{ pages: Thread[] }>(KEY)?.pages ?? []
    return { ids: first?.comments.map(({ _id }) => _id), total: first?.total }
  }
  return { cache, shown }
}

test('news that is faster than one’s own reply shows the comment once all the while', () => {
  const { cache, shown } = threadWith(comment('old', 'Hello'))
  addComment(cache, comment(`${SENDING}1`, 'Again'))
  expect(shown()).toEqual({ ids: [`${SENDING}1`, 'old'], total: 2 })
  applyCommentEvent(cache, news(comment('new', 'Again')))
  expect(shown()).toEqual({ ids: ['new', 'old'], total: 2 })
  removeComment(cache, { courseId: 'course', commentId: `${SENDING}1` })
  addComment(cache, comment('new', 'Again'))
  expect(shown()).toEqual({ ids: ['new', 'old'], total: 2 })
})

test('other people’s news stands beside what is being sent', () => {
  const { cache, shown } = threadWith()
  addComment(cache, comment(`${SENDING}1`, 'Mine'))
  applyCommentEvent(cache, news(comment('theirs', 'Something else')))
  expect(shown()).toEqual({ ids: ['theirs', `${SENDING}1`], total: 2 })
})
