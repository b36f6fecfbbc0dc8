import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Comment } from '#contract/comments.ts'
import type { CourseEvent } from '#contract/events.ts'

export const COMMENTS = 'comments'

/** One page of a course's comments as the server sends it. */
export interface Thread {
  comments: Comment[]
  total: number
  nextCursor: string | null
}
type Pages = InfiniteData<Thread, string>

const ofCourse = (courseId: string) => ({
  queryKey: [COMMENTS],
  predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[1] === courseId,
})

function change(cache: QueryClient, courseId: string, changed: (pages: Pages) => Pages): void {
  cache.setQueriesData<Pages>(ofCourse(courseId), (pages) => pages && changed(pages))
}

export const snapshot = (cache: QueryClient, courseId: string) =>
  cache.getQueriesData<Pages>(ofCourse(courseId))

export function restore(cache: QueryClient, before: [QueryKey, Pages | undefined][]): void {
  for (const [key, pages] of before) cache.setQueryData(key, pages)
}

export const SENDING = 'sending-'
/** Whether the comment is visible but not saved yet. */
export const isSending = ({ _id }: Comment) => _id.startsWith(SENDING)

/**
 * Adds a comment once, although both the reply and the live event deliver it. Either may arrive first and replaces the
 * comment that is being sent.
 */
export function addComment(cache: QueryClient, comment: Comment): void {
  change(cache, comment.courseId, (pages) => {
    const known = pages.pages.flatMap(({ comments }) => comments)
    if (known.some(({ _id }) => _id === comment._id)) return pages
    const sent = isSending(comment)
      ? undefined
      : known.find((other) => isSending(other) && isSameText(other, comment))
    if (sent) return replaced(pages, sent, comment)
    const [first, ...rest] = pages.pages
    if (first === undefined) return pages
    return withTotal({ ...pages, pages: [{ ...first, comments: [comment, ...first.comments] }, ...rest] }, 1)
  })
}

const isSameText = (one: Comment, other: Comment) =>
  one.user._id === other.user._id && one.text === other.text

const replaced = (pages: Pages, old: Comment, comment: Comment): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    comments: page.comments.map((each) => (each._id === old._id ? comment : each)),
  })),
})

export function changeText(cache: QueryClient, comment: Comment): void {
  change(cache, comment.courseId, (pages) => replaced(pages, comment, comment))
}

export function removeComment(cache: QueryClient, comment: { courseId: string; commentId: string }): void {
  change(cache, comment.courseId, (pages) => {
    const remaining = pages.pages.map((page) => ({
      ...page,
      comments: page.comments.filter(({ _id }) => _id !== comment.commentId),
    }))
    const removed = remaining.some(
      (page, index) => page.comments.length !== pages.pages[index]?.comments.length,
    )
    return removed ? withTotal({ ...pages, pages: remaining }, -1) : pages
  })
}

function withTotal(pages: Pages, step: number): Pages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, total: Math.max(0, page.total + step) })) }
}

/** Applies the live comment events of a course with the same functions as own replies. */
export function applyCommentEvent(cache: QueryClient, event: CourseEvent): void {
  if (event.type === 'comment.created') addComment(cache, event.comment)
  if (event.type === 'comment.updated') changeText(cache, event.comment)
  if (event.type === 'comment.removed') removeComment(cache, event)
}
