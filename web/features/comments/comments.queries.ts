import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Call } from '#contract/api.ts'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useWrite } from '#web/core/use-write.ts'
import {
  addComment,
  COMMENTS,
  changeComment,
  changeCount,
  FIRST_VIEW,
  removeComment,
  restore,
  SENDING,
  snapshot,
  type ThreadView,
  threadsKey,
} from './threads.ts'

const PAGE = '30'

interface ThreadList {
  courseId: string
  view?: ThreadView
}

/** The comments of a course with their replies, page by page. */
export const threadsOf = (call: Call, viewer: string, { courseId, view = FIRST_VIEW }: ThreadList) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: threadsKey(courseId, view, viewer),
    queryFn: ({ pageParam, signal }) =>
      call('comments.threads', {
        params: { courseId },
        query: { ...view, limit: PAGE, cursor: pageParam || undefined },
        signal,
      }),
  })

interface Draft {
  text: string
  author: SessionUser
  /** The second that it is about. */
  at?: number | undefined
  question?: boolean
  /** Words that the captions have at that second. */
  quote?: string | undefined
  /** The comment to reply to. */
  parentId?: string
}

/**
 * Shows the comment at once. If the server rejects it, it disappears and the form keeps the text. `onSaved` runs even if the
 * screen is unmounted by then.
 */
export function useAddComment(courseId: string, onSaved: () => void) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: ({ text, at, question, quote, parentId }: Draft) =>
      call('comments.create', {
        body: { text, courseId, parentId, at, quote, ...(question && { question }) },
      }),
    onMutate: (draft) => {
      const sending = sendingOf(courseId, draft)
      addComment(cache, sending)
      changeCount(cache, courseId, (count) => count + 1)
      return { sendingId: sending._id }
    },
    onError: (_error, _draft, result) => {
      if (!result) return
      removeComment(cache, { courseId, commentId: result.sendingId })
      changeCount(cache, courseId, (count) => count - 1)
    },
    onSuccess: ({ comment }, _draft, { sendingId }) => {
      onSaved()
      removeComment(cache, { courseId, commentId: sendingId })
      addComment(cache, comment)
    },
  })
}

function sendingOf(courseId: string, { text, author, at, question = false, parentId }: Draft): Comment {
  const { _id, username, profilePhoto, role } = author
  const now = new Date().toISOString()
  return {
    _id: `${SENDING}${now}`,
    text: text.trim(),
    courseId,
    user: { _id, username, profilePhoto, role },
    at: at ?? null,
    parentId: parentId ?? null,
    question,
    answeredBy: null,
    pinned: false,
    createdAt: now,
    updatedAt: now,
  }
}

/** Shows the new text at once, and the previous text again if the server rejects it. */
export function useEditComment(
  { _id, courseId, text: before }: Pick<Comment, '_id' | 'courseId' | 'text'>,
  onSaved: () => void,
) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (text: string) =>
      call('comments.update', { params: { commentId: _id }, body: { text, courseId } }),
    onMutate: (text) => changeComment(cache, { _id, courseId, text }),
    onError: () => changeComment(cache, { _id, courseId, text: before }),
    onSuccess: ({ updatedComment }) => {
      onSaved()
      changeComment(cache, updatedComment)
    },
  })
}

export function useRemoveComment({ _id: commentId, courseId }: Pick<Comment, '_id' | 'courseId'>) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: () => call('comments.remove', { params: { commentId } }),
    onMutate: () => {
      const before = snapshot(cache, courseId)
      removeComment(cache, { courseId, commentId })
      changeCount(cache, courseId, (count) => count - 1)
      return { before }
    },
    onError: (_error, _variables, result) => {
      restore(cache, result?.before ?? [])
      changeCount(cache, courseId, (count) => count + 1)
      // Others may have written in the meantime.
      void cache.invalidateQueries({ queryKey: [COMMENTS, courseId] })
    },
  })
}

/** Accepts a reply as the answer at once, or takes that back with null. */
export function useAnswer({ _id, courseId, answeredBy: before }: Thread) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (by: string | null) => call('comments.answer', { params: { commentId: _id }, body: { by } }),
    onMutate: (answeredBy) => changeComment(cache, { _id, courseId, answeredBy }),
    onError: () => changeComment(cache, { _id, courseId, answeredBy: before }),
    onSuccess: ({ comment }) => changeComment(cache, comment),
  })
}

/** Pins or unpins a comment at once; its place in the list follows. */
export function usePin({ _id, courseId, pinned: before }: Thread) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (pinned: boolean) => call('comments.pin', { params: { commentId: _id }, body: { pinned } }),
    onMutate: (pinned) => changeComment(cache, { _id, courseId, pinned }),
    onError: () => changeComment(cache, { _id, courseId, pinned: before }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [COMMENTS, courseId] }),
  })
}
