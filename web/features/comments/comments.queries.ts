import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Call } from '#contract/api.ts'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { MENTIONS_MAX, mentionedIn, TOO_MANY_MENTIONS } from '#contract/comments/mention-parts.ts'
import type { Mention } from '#contract/comments/mentions.ts'
import { MENTIONED_OFTEN } from '#contract/watching-messages.ts'
import { ApiError } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
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
  /** The people whose names the author chose; the text may have lost some of them. */
  people?: readonly Mention[]
}

/** The ids to send. Throws the sentence for the field if there are too many. */
function idsOf(mentions: readonly Mention[]): { mentions?: string[] } {
  if (mentions.length > MENTIONS_MAX) {
    const message = TOO_MANY_MENTIONS
    throw new ApiError({ status: 400, code: 'invalid', message, errors: { text: message } })
  }
  return mentions.length === 0 ? {} : { mentions: mentions.map(({ _id }) => _id) }
}

/** Says that nobody was notified, where the server does. */
function showLimit(message: string): void {
  if (Object.values<string>(MENTIONED_OFTEN).includes(message))
    notify.info(message, { timeout: SCREEN_TOAST_MS })
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
    mutationFn: async ({ text, at, question, quote, parentId, people = [] }: Draft) =>
      call('comments.create', {
        body: {
          text,
          courseId,
          parentId,
          at,
          quote,
          ...(question && { question }),
          ...idsOf(mentionedIn(text, people)),
        },
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
    onSuccess: ({ comment, message }, _draft, { sendingId }) => {
      onSaved()
      showLimit(message)
      removeComment(cache, { courseId, commentId: sendingId })
      addComment(cache, comment)
    },
  })
}

function sendingOf(courseId: string, draft: Draft): Comment {
  const { text, author, at, question = false, quote = null, parentId, people = [] } = draft
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
    likesCount: 0,
    quote,
    mentions: mentionedIn(text, people),
    createdAt: now,
    updatedAt: now,
  }
}

interface Edit {
  text: string
  people: readonly Mention[]
}

/** Shows the new text at once, and the previous text again if the server rejects it. */
export function useEditComment(
  { _id, courseId, text, mentions }: Pick<Comment, '_id' | 'courseId' | 'text' | 'mentions'>,
  onSaved: () => void,
) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: async (edit: Edit) =>
      call('comments.update', {
        params: { commentId: _id },
        body: { text: edit.text, courseId, ...idsOf(mentionedIn(edit.text, edit.people)) },
      }),
    onMutate: (edit) =>
      changeComment(cache, {
        _id,
        courseId,
        text: edit.text,
        mentions: mentionedIn(edit.text, edit.people),
      }),
    onError: () => changeComment(cache, { _id, courseId, text, mentions }),
    onSuccess: ({ updatedComment, message }) => {
      onSaved()
      showLimit(message)
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

/** Likes or unlikes a comment at once. The list keeps its order until it is read again. */
export function useLikeComment({ _id, courseId, liked: before = false, likesCount }: Comment | Thread) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (liked: boolean) => call('comments.like', { params: { commentId: _id }, body: { liked } }),
    onMutate: (liked) =>
      changeComment(cache, {
        _id,
        courseId,
        liked,
        likesCount: Math.max(0, likesCount + (liked ? 1 : -1)),
      }),
    onError: () => changeComment(cache, { _id, courseId, liked: before, likesCount }),
    onSuccess: ({ liked, likesCount }) => changeComment(cache, { _id, courseId, liked, likesCount }),
  })
}

/** The people that a comment on the course can mention, by the beginning of a word of their name. */
export const mentionableOf = (call: Call, viewer: string, { courseId, q }: { courseId: string; q: string }) =>
  queryOptions({
    queryKey: ['mentionable', courseId, q, viewer],
    queryFn: async ({ signal }) => {
      const { people } = await call('comments.mentionable', { params: { courseId }, query: { q }, signal })
      return people
    },
    placeholderData: (previous) => previous,
    meta: { silent: true },
    retry: false,
  })

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
