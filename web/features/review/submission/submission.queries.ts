import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Call } from '#contract/api.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { ReviewedContent, ReviewNote, RevisionEntry } from '#contract/review/review.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { type Item, mayBeReturned } from '#web/features/catalog/versions/submission-state.ts'
import { isSentBack, latestDecided } from './returned.ts'
import type { SubmissionChoice } from './submission-choice.tsx'

const HISTORY = 'review history'
/** The largest page of the server. */
const PAGE = '200'

export const waitingTimeOf = (call: Call) =>
  queryOptions({
    queryKey: ['review waiting time'],
    queryFn: ({ signal }) => call('review.waitingTime', { signal }),
    meta: { silent: true },
  })

/** Every version and decision of a playlist and its courses, newest first, page by page. */
export const historyOf = (
  call: Call,
  viewer: string,
  { playlistId, course }: { playlistId: string; course: string | undefined },
) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [HISTORY, playlistId, course ?? 'all', viewer],
    queryFn: ({ pageParam, signal }) =>
      call('review.history', {
        params: { playlistId },
        query: { limit: '50', cursor: pageParam || undefined, course },
        signal,
      }),
    staleTime: 0,
  })

interface HistoryOf {
  playlistId: string
  course?: string | undefined
  signal: AbortSignal
}

/** The pages of the history, newest first. */
async function* historyPages(call: Call, { playlistId, course, signal }: HistoryOf) {
  let cursor: string | undefined
  do {
    const query = { limit: PAGE, cursor, course }
    const page = await call('review.history', { params: { playlistId }, query, signal })
    yield page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** The last decided version of each of these items, read from the history until all are found. */
const decidedOf = (
  call: Call,
  viewer: string,
  { playlistId, items }: { playlistId: string; items: readonly Item[] },
) =>
  queryOptions({
    queryKey: [
      HISTORY,
      playlistId,
      'decided',
      viewer,
      items.map(({ _id, revision }) => [_id, revision?._id]),
    ],
    queryFn: async ({ signal }) => {
      const found = new Map<string, RevisionEntry>()
      for await (const page of historyPages(call, { playlistId, course: onlyCourse(items), signal })) {
        addDecided(found, page, items)
        if (found.size >= items.length) break
      }
      return [...found.values()]
    },
    enabled: items.length > 0,
  })

const onlyCourse = ([first, ...others]: readonly Item[]) =>
  first?.kind === 'course' && others.length === 0 ? first._id : undefined

function addDecided(
  found: Map<string, RevisionEntry>,
  page: readonly RevisionEntry[],
  items: readonly Item[],
): void {
  for (const { _id } of items) {
    const decided = found.get(_id) ?? latestDecided(page, _id)
    if (decided) found.set(_id, decided)
  }
}

interface ContentsOf {
  playlistId: string
  /** The ids of versions. */
  ids: readonly string[]
  signal: AbortSignal
}

/** The contents of versions of a playlist and its courses, by their ids. */
export async function contentsOf(
  call: Call,
  { playlistId, ids, signal }: ContentsOf,
): Promise<Map<string, ReviewedContent>> {
  const missing = new Set(ids)
  const contents = new Map<string, ReviewedContent>()
  if (missing.size === 0) return contents
  for await (const page of historyPages(call, { playlistId, signal })) {
    for (const { _id, content } of page) if (missing.delete(_id)) contents.set(_id, content)
    if (missing.size === 0) break
  }
  return contents
}

/** A course with the content of its waiting version, if there is one. */
export function asWritten(course: Course, waiting: ReviewedContent | undefined): Course {
  if (waiting === undefined) return course
  const { title: videoTitle, description, image: tutorialImage = course.tutorialImage } = waiting
  const { video, chapters, corrections } = waiting
  return {
    ...course,
    videoTitle,
    description,
    tutorialImage,
    ...(video && { video }),
    ...(chapters && { chapters }),
    ...(corrections && { corrections }),
  }
}

/** One version of an own item. */
export const revisionOf = (call: Call, viewer: string, revisionId: string) =>
  queryOptions({
    queryKey: ['review revision', revisionId, viewer],
    queryFn: ({ signal }) => call('review.get', { params: { revisionId }, signal }),
    staleTime: 0,
    meta: { silent: true },
  })

type PressedIn = RefObject<HTMLElement | null>

/** Moves the focus to the main content, because the pressed button is about to disappear. */
const focusMain = ({ current }: PressedIn) => current?.closest('main')?.focus({ preventScroll: true })

interface Submission {
  items: readonly Pick<Item, 'kind' | '_id'>[]
  /** Of a playlist; without it all its drafts go along. */
  choice?: SubmissionChoice | undefined
}

const bodyOf = (choice: SubmissionChoice | undefined) =>
  choice ? { courses: [...choice.courses], ...(choice.message !== '' && { message: choice.message }) } : {}

/** Submits these items; a playlist takes its chosen videos along. The caller shows the errors. */
export function useSubmit(pressed: PressedIn) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: async ({ items, choice }: Submission) => {
      let message = ''
      for (const { kind, _id } of items) {
        const reply =
          kind === 'playlist'
            ? await call('review.submitPlaylist', { params: { playlistId: _id }, body: bodyOf(choice) })
            : await call('review.submitCourse', { params: { courseId: _id } })
        message = reply.message
      }
      return message
    },
    onSuccess: (message) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      focusMain(pressed)
    },
    onSettled: () => cache.invalidateQueries(),
  })
}

/** Makes what is in review a draft again. */
export function useWithdraw(pressed: PressedIn) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: async ({ kind, _id }: Pick<Item, 'kind' | '_id'>) => {
      const { message } =
        kind === 'playlist'
          ? await call('review.withdrawPlaylist', { params: { playlistId: _id } })
          : await call('review.withdrawCourse', { params: { courseId: _id } })
      return message
    },
    onSuccess: (message) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      focusMain(pressed)
    },
    onSettled: () => cache.invalidateQueries(),
  })
}

interface Answer {
  note: ReviewNote
  done: boolean
}

/** Marks a note as done. */
export function useAnswerNote() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: ({ note, done }: Answer) =>
      call('review.answerNote', { params: { reviewNoteId: note._id }, body: { done } }),
    onSettled: () => cache.invalidateQueries({ queryKey: [HISTORY] }),
  })
}

const NONE: RevisionEntry[] = []

/** The versions of these items that an admin has sent back and the teacher has not submitted again. */
export function useReturned(playlistId: string, items: readonly Item[]): RevisionEntry[] {
  const viewer = viewerKey(useCurrentUser())
  const candidates = items.filter(mayBeReturned)
  const { data } = useQuery(decidedOf(useCall(), viewer, { playlistId, items: candidates }))
  return candidates.length === 0 ? NONE : (data?.filter(isSentBack) ?? NONE)
}
