import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { CallReply } from '#contract/api.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { Comment, THREAD_FILTERS, THREAD_SORTS, Thread } from '#contract/comments/comments.ts'
import type { CourseEvent } from '#contract/events.ts'

export const COMMENTS = 'comments'
const COURSE = 'course'

/** Which threads a list has, and in which order. */
export interface ThreadView {
  sort: (typeof THREAD_SORTS)[number]
  filter: (typeof THREAD_FILTERS)[number]
}
export const FIRST_VIEW: ThreadView = { sort: 'newest', filter: 'all' }

/** One page of a course's threads as the server sends it. */
export type ThreadPage = CallReply<'comments.threads'>
type Pages = InfiniteData<ThreadPage, string>

export const threadsKey = (courseId: string, view: ThreadView, viewer: string) =>
  [COMMENTS, courseId, view, viewer] as const

const ofCourse = (courseId: string) => ({ queryKey: [COMMENTS, courseId] })

export const snapshot = (cache: QueryClient, courseId: string) =>
  cache.getQueriesData<Pages>(ofCourse(courseId))

export function restore(cache: QueryClient, before: [QueryKey, Pages | undefined][]): void {
  for (const [key, pages] of before) cache.setQueryData(key, pages)
}

export const SENDING = 'sending-'
/** Whether the comment is visible but not saved yet. */
export const isSending = ({ _id }: Pick<Comment, '_id'>) => _id.startsWith(SENDING)

/** The threads of all pages, each once: one that gained or lost likes in the meantime can be on two pages. */
export function threadsIn(pages: readonly ThreadPage[]): Thread[] {
  const threads = pages.flatMap((page) => page.threads)
  return [...new Map(threads.map((thread) => [thread._id, thread])).values()]
}

/** Changes every loaded thread of a course; a thread without a result leaves the list. */
function changeThreads(
  cache: QueryClient,
  courseId: string,
  change: (thread: Thread) => Thread | undefined,
): void {
  cache.setQueriesData<Pages>(ofCourse(courseId), (list) => {
    if (!list) return list
    const pages = list.pages.map((page) => ({
      ...page,
      threads: page.threads.flatMap((thread) => change(thread) ?? []),
    }))
    const count = (of: ThreadPage[]) => of.reduce((sum, { threads }) => sum + threads.length, 0)
    return { ...list, pages: withTotal(pages, count(pages) - count(list.pages)) }
  })
}

const withTotal = (pages: ThreadPage[], step: number) =>
  step === 0 ? pages : pages.map((page) => ({ ...page, total: Math.max(0, page.total + step) }))

type CommentPart = Partial<Comment> & Pick<Comment, '_id' | 'courseId'>

/** Changes the fields of a comment or reply. */
export function changeComment(cache: QueryClient, part: CommentPart): void {
  replaceComment(cache, part._id, part)
}

function replaceComment(cache: QueryClient, id: string, part: CommentPart): void {
  changeThreads(cache, part.courseId, (thread) => ({
    ...(thread._id === id ? { ...thread, ...part } : thread),
    replies: thread.replies.map((reply) => (reply._id === id ? { ...reply, ...part } : reply)),
  }))
}

/**
 * Adds a comment once, although both the reply and the live event deliver it. Either may arrive first and replaces the
 * comment that is being sent.
 */
export function addComment(cache: QueryClient, comment: Comment): void {
  const known = knownComments(cache, comment.courseId)
  if (known.some(({ _id }) => _id === comment._id)) return
  const sent = isSending(comment)
    ? undefined
    : known.find((other) => isSending(other) && isSame(other, comment))
  if (sent) replaceComment(cache, sent._id, comment)
  else if (comment.parentId === null) insertThread(cache, comment)
  else addReply(cache, comment)
}

function knownComments(cache: QueryClient, courseId: string): (Comment | Thread)[] {
  return snapshot(cache, courseId)
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ threads }) => threads.flatMap((thread) => [thread, ...thread.replies]))
}

/** The authors of the loaded comments of a course. */
export const authorsOf = (cache: QueryClient, courseId: string) =>
  knownComments(cache, courseId).flatMap(({ user }) => (user === null ? [] : [user]))

const isSame = (one: Comment | Thread, other: Comment) =>
  one.user?._id === other.user._id && one.text === other.text && one.parentId === other.parentId

function addReply(cache: QueryClient, reply: Comment): void {
  changeThreads(cache, reply.courseId, (thread) =>
    thread._id === reply.parentId ? { ...thread, replies: [...thread.replies, reply] } : thread,
  )
}

function insertThread(cache: QueryClient, comment: Comment): void {
  for (const [key, list] of snapshot(cache, comment.courseId)) {
    const view = viewOf(key)
    if (list && view && isInView(comment, view)) cache.setQueryData(key, insertIn(list, comment, view))
  }
}

const viewOf = (key: QueryKey): ThreadView | undefined => {
  const view = key[2]
  return typeof view === 'object' && view !== null && 'sort' in view && 'filter' in view
    ? { sort: sortOf(view.sort), filter: filterOf(view.filter) }
    : undefined
}

export const sortOf = (sort: unknown): ThreadView['sort'] =>
  sort === 'top' || sort === 'moment' ? sort : 'newest'

const filterOf = (filter: unknown): ThreadView['filter'] =>
  filter === 'questions' || filter === 'open' ? filter : 'all'

const isInView = ({ question, answeredBy }: Comment, { filter }: ThreadView) =>
  filter === 'all' || (question && (filter === 'questions' || answeredBy === null))

/**
 * The server's order: pinned threads first, then the newest, those with the most likes, or by their second with those without
 * one at the end.
 */
function isBehind(thread: Thread, { at, likesCount }: Comment, { sort }: ThreadView): boolean {
  if (thread.pinned) return false
  if (sort === 'newest') return true
  if (sort === 'top') return thread.likesCount <= likesCount
  if (at === null || thread.at === null) return thread.at === null
  return thread.at > at
}

function insertIn(list: Pages, comment: Comment, view: ThreadView): Pages {
  const thread: Thread = { ...comment, removed: false, replies: [] }
  const isNext = (other: Thread) => isBehind(other, comment, view)
  const found = list.pages.findIndex(({ threads }) => threads.some(isNext))
  const target = found === -1 ? list.pages.length - 1 : found
  const pages = list.pages.map((page, index) => {
    if (index !== target) return page
    const before = page.threads.findIndex(isNext)
    const end = before === -1 ? page.threads.length : before
    return { ...page, threads: [...page.threads.slice(0, end), thread, ...page.threads.slice(end)] }
  })
  return { ...list, pages: withTotal(pages, 1) }
}

/** Removes a comment. With replies it keeps its place in the list, without its author. */
export function removeComment(cache: QueryClient, comment: { courseId: string; commentId: string }): void {
  const { courseId, commentId } = comment
  changeThreads(cache, courseId, (thread) => {
    if (thread._id === commentId) {
      return thread.replies.length > 0 ? { ...thread, user: null, removed: true } : undefined
    }
    const replies = thread.replies.filter(({ _id }) => _id !== commentId)
    if (thread.removed && replies.length === 0) return
    return { ...thread, replies, answeredBy: thread.answeredBy === commentId ? null : thread.answeredBy }
  })
}

/** Changes the number of comments in every cached copy of the course. */
export function changeCount(cache: QueryClient, courseId: string, change: (count: number) => number): void {
  cache.setQueriesData<Course>(
    { queryKey: [COURSE, courseId] },
    (course) => course && { ...course, commentsCount: Math.max(0, change(course.commentsCount)) },
  )
}

/** Applies the live comment events of a course with the same functions as own replies. */
export function applyCommentEvent(cache: QueryClient, event: CourseEvent): void {
  if (event.type === 'comment.created') addComment(cache, event.comment)
  if (event.type === 'comment.updated') applyUpdate(cache, event.comment)
  if (event.type === 'comment.liked') {
    const { commentId, courseId, likesCount } = event
    changeComment(cache, { _id: commentId, courseId, likesCount })
  }
  if (event.type === 'comment.removed') removeComment(cache, event)
  if (event.type === 'comment.created' || event.type === 'comment.removed') {
    changeCount(cache, event.courseId, () => event.commentsCount)
  }
}

/** A pinned comment moves, so the server is asked for the order. */
function applyUpdate(cache: QueryClient, comment: Comment): void {
  const { _id, courseId, pinned } = comment
  const moves = knownComments(cache, courseId).some((known) => known._id === _id && known.pinned !== pinned)
  changeComment(cache, comment)
  if (moves) void cache.invalidateQueries(ofCourse(courseId))
}
