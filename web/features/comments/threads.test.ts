import { expect, test } from 'vitest'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { createCache } from '#web/core/cache.ts'
import { aComment, aCourse } from '#web/test-content.ts'
import {
  addComment,
  applyCommentEvent,
  FIRST_VIEW,
  removeComment,
  SENDING,
  type ThreadPage,
  type ThreadView,
  threadsKey,
} from './threads.ts'

const COURSE = aCourse()._id

const named = (_id: string, own: Partial<Comment> = {}) =>
  aComment({ _id, text: _id, courseId: COURSE, ...own })

const aThread = (_id: string, own: Partial<Thread> = {}): Thread => ({
  ...named(_id),
  removed: false,
  replies: [],
  ...own,
})

/** A cache with these threads in a view, and what the view shows: ids, replies behind a slash. */
function listOf(threads: Thread[], view: ThreadView = FIRST_VIEW) {
  const cache = createCache()
  const key = threadsKey(COURSE, view, 'viewer')
  const page: ThreadPage = { threads, total: threads.length, nextCursor: null }
  cache.setQueryData(key, { pages: [page], pageParams: [''] })
  const courseKey = ['course', COURSE, 'viewer']
  cache.setQueryData(courseKey, aCourse({ commentsCount: threads.length }))
  const first = () => cache.getQueryData<{ pages: ThreadPage[] }>(key)?.pages[0]
  const ids = () =>
    first()?.threads.map(({ _id, replies }) => [_id, ...replies.map((reply) => reply._id)].join('/'))
  const thread = (id: string) => first()?.threads.find(({ _id }) => _id === id)
  const count = () => cache.getQueryData<{ commentsCount: number }>(courseKey)?.commentsCount
  const apply = (comment: Comment) =>
    applyCommentEvent(cache, { type: 'comment.created', courseId: COURSE, comment, commentsCount: 9 })
  return { cache, ids, thread, count, total: () => first()?.total, created: apply }
}

test('an event that arrives before the own reply does not show the comment twice', () => {
  const { cache, ids, total, created } = listOf([aThread('old')])
  addComment(cache, named(`${SENDING}1`, { text: 'Again' }))
  expect([ids(), total()]).toEqual([[`${SENDING}1`, 'old'], 2])
  created(named('new', { text: 'Again' }))
  expect([ids(), total()]).toEqual([['new', 'old'], 2])
  removeComment(cache, { courseId: COURSE, commentId: `${SENDING}1` })
  addComment(cache, named('new', { text: 'Again' }))
  expect([ids(), total()]).toEqual([['new', 'old'], 2])
})

test('comments of other users are added while one is being sent', () => {
  const { cache, ids, created } = listOf([])
  addComment(cache, named(`${SENDING}1`))
  created(named('theirs'))
  expect(ids()).toEqual(['theirs', `${SENDING}1`])
})

test('a reply that arrives twice is in its thread once, and a reply of the same words elsewhere is another', () => {
  const { cache, ids, total, created } = listOf([aThread('one'), aThread('two')])
  addComment(cache, named(`${SENDING}1`, { text: 'Yes', parentId: 'one' }))
  created(named('in two', { text: 'Yes', parentId: 'two' }))
  created(named('in one', { text: 'Yes', parentId: 'one' }))
  created(named('in one', { text: 'Yes', parentId: 'one' }))
  expect([ids(), total()]).toEqual([['one/in one', 'two/in two'], 2])
})

test('a new comment is behind the pinned ones', () => {
  const { ids, created } = listOf([aThread('pinned', { pinned: true }), aThread('old')])
  created(named('new'))
  expect(ids()).toEqual(['pinned', 'new', 'old'])
})

test('by moment, a new comment is at its second, and one without a second before the others without', () => {
  const threads = [
    aThread('pinned', { pinned: true }),
    aThread('1:00', { at: 60 }),
    aThread('3:00', { at: 180 }),
    aThread('whole'),
  ]
  const { ids, created } = listOf(threads, { sort: 'moment', filter: 'all' })
  created(named('2:00', { at: 120 }))
  created(named('4:00', { at: 240 }))
  created(named('general'))
  expect(ids()).toEqual(['pinned', '1:00', '2:00', '3:00', '4:00', 'general', 'whole'])
})

test('by likes, a new comment is the first of those without', () => {
  const threads = [
    aThread('pinned', { pinned: true }),
    aThread('liked', { likesCount: 2 }),
    aThread('old', { likesCount: 0 }),
  ]
  const { ids, created } = listOf(threads, { sort: 'top', filter: 'all' })
  created(named('new'))
  expect(ids()).toEqual(['pinned', 'liked', 'new', 'old'])
})

test('the like of somebody else changes the number, and neither the order nor the own like', () => {
  const { cache, ids, thread } = listOf([aThread('one', { liked: true, likesCount: 1 }), aThread('two')])
  const like = { type: 'comment.liked', courseId: COURSE, commentId: 'two', likesCount: 7 } as const
  applyCommentEvent(cache, like)
  applyCommentEvent(cache, { ...like, commentId: 'one', likesCount: 2 })
  applyCommentEvent(cache, {
    type: 'comment.updated',
    courseId: COURSE,
    comment: named('one', { text: 'New' }),
  })
  expect(ids()).toEqual(['one', 'two'])
  expect(thread('one')).toMatchObject({ liked: true, text: 'New' })
  expect(thread('two')).toMatchObject({ likesCount: 7 })
})

test.each([
  ['questions', ['question']],
  ['open', ['question']],
  ['all', ['comment', 'question']],
] as const)('the filter %s gets what belongs to it', (filter, expected) => {
  const { ids, created } = listOf([], { sort: 'newest', filter })
  created(named('question', { question: true, at: 1 }))
  created(named('comment'))
  expect(ids()).toEqual(expected)
})

test('a removed comment without replies leaves the list; with replies it stays without its author', () => {
  const reply = named('reply', { parentId: 'asked' })
  const { cache, ids, thread } = listOf([aThread('asked', { replies: [reply] }), aThread('alone')])
  removeComment(cache, { courseId: COURSE, commentId: 'alone' })
  removeComment(cache, { courseId: COURSE, commentId: 'asked' })
  expect(ids()).toEqual(['asked/reply'])
  expect(thread('asked')).toMatchObject({ removed: true, user: null })
  removeComment(cache, { courseId: COURSE, commentId: 'reply' })
  expect(ids()).toEqual([])
})

test('a question whose answer is removed is open again', () => {
  const answer = named('answer', { parentId: 'asked' })
  const { cache, thread } = listOf([
    aThread('asked', { question: true, answeredBy: 'answer', replies: [answer] }),
  ])
  removeComment(cache, { courseId: COURSE, commentId: 'answer' })
  expect(thread('asked')?.answeredBy).toBeNull()
})

test('an updated comment keeps its replies', () => {
  const { cache, ids, thread } = listOf([
    aThread('asked', { replies: [named('reply', { parentId: 'asked' })] }),
  ])
  const comment = named('asked', { text: 'Reworded', question: true, answeredBy: 'reply' })
  applyCommentEvent(cache, { type: 'comment.updated', courseId: COURSE, comment })
  expect(ids()).toEqual(['asked/reply'])
  expect(thread('asked')).toMatchObject({ text: 'Reworded', answeredBy: 'reply' })
})

test('the number of comments of the course is the one of the last event', () => {
  const { cache, count, created } = listOf([aThread('old')])
  created(named('new'))
  expect(count()).toBe(9)
  const removed = { type: 'comment.removed', courseId: COURSE, commentId: 'new', commentsCount: 4 } as const
  applyCommentEvent(cache, removed)
  expect(count()).toBe(4)
})
