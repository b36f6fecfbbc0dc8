import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import type { SessionUser } from '#contract/session-user.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
import {
  addComment,
  COMMENTS,
  changeText,
  removeComment,
  restore,
  SENDING,
  snapshot,
  type Thread,
} from './thread.ts'

const PAGE = '30'

/** The comments of a course, newest first, page by page. */
export const commentsOf = (call: Call, viewer: string, courseId: string) =>
  infiniteQueryOptions({
    queryKey: [COMMENTS, courseId, viewer],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }): Promise<Thread> =>
      call('comments.list', {
        query: { courseId, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

interface Draft {
  text: string
  author: SessionUser
}

/** Shows the comment at once. If the server rejects it, it disappears and the form keeps the text. */
export function useAddComment(courseId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: ({ text }: Draft) => call('comments.create', { body: { text, courseId } }),
    onMutate: (draft) => {
      const sending = sendingOf(courseId, draft)
      addComment(cache, sending)
      return { sendingId: sending._id }
    },
    onError: (_error, _draft, result) => {
      if (result) removeComment(cache, { courseId, commentId: result.sendingId })
    },
    onSuccess: ({ comment }, _draft, { sendingId }) => {
      removeComment(cache, { courseId, commentId: sendingId })
      addComment(cache, comment)
    },
  })
}

function sendingOf(courseId: string, { text, author }: Draft): Comment {
  const { _id, username, profilePhoto, role } = author
  const now = new Date().toISOString()
  const user = { _id, username, profilePhoto, role }
  return {
    _id: `${SENDING}${now}`,
    text: text.trim(),
    courseId,
    user,
    at: null,
    parentId: null,
    question: false,
    answeredBy: null,
    pinned: false,
    createdAt: now,
    updatedAt: now,
  }
}

/** Shows the new text at once, and the previous text again if the server rejects it. */
export function useEditComment(comment: Comment) {
  const { _id: commentId, courseId } = comment
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (text: string) =>
      call('comments.update', { params: { commentId }, body: { text, courseId } }),
    onMutate: (text) => {
      changeText(cache, { ...comment, text })
      return { before: comment }
    },
    onError: (_error, _text, result) => {
      if (result) changeText(cache, result.before)
    },
    onSuccess: ({ updatedComment }) => changeText(cache, updatedComment),
  })
}

export function useRemoveComment({ _id: commentId, courseId }: Comment) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: () => call('comments.remove', { params: { commentId } }),
    onMutate: () => {
      const before = snapshot(cache, courseId)
      removeComment(cache, { courseId, commentId })
      return { before }
    },
    onError: (_error, _variables, result) => {
      restore(cache, result?.before ?? [])
      // Others may have written in the meantime.
      void cache.invalidateQueries({ queryKey: [COMMENTS, courseId] })
    },
  })
}
