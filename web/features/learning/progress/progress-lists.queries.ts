import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import type { PROGRESS_KINDS, ProgressCard } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { PROGRESS } from './progress.queries.ts'

const LISTS = 'lists'

type Kind = (typeof PROGRESS_KINDS)[number]
type Pages = InfiniteData<CallReply<'progress.list'>, string>

/** The user's playlists to continue, history or done courses, page by page. */
export const progressListOf = (call: Call, viewer: string, kind: Kind) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [PROGRESS, LISTS, kind, viewer],
    queryFn: ({ pageParam, signal }) =>
      call('progress.list', { query: { kind, limit: '24', cursor: pageParam || undefined }, signal }),
    // The watch page changes what the server answers.
    staleTime: 0,
  })

/** Removes a playlist from "Continue watching" until its next save. It leaves the list at once. */
export function useHideStarted() {
  const call = useCall()
  return useRemoval({
    kinds: ['continue'],
    isRemoved: (card, playlistId) => card.playlist._id === playlistId,
    send: (playlistId) => call('progress.hide', { params: { id: playlistId }, body: { hidden: true } }),
  })
}

/** Forgets what the user watched of a course, and its done mark. */
export function useForgetCourse() {
  const call = useCall()
  return useRemoval({
    kinds: ['history', 'done', 'continue'],
    isRemoved: (card, courseId) => card.course._id === courseId,
    send: (courseId) => call('progress.forget', { params: { id: courseId } }),
  })
}

interface Removal {
  kinds: readonly Kind[]
  isRemoved: (card: ProgressCard, id: string) => boolean
  send: (id: string) => Promise<{ message: string }>
}

/** Takes a card off the lists at once, and restores it if the server rejects that. */
function useRemoval({ kinds, isRemoved, send }: Removal) {
  const cache = useQueryClient()
  return useWrite({
    mutationFn: send,
    onMutate: async (id: string) => {
      await cache.cancelQueries({ queryKey: [PROGRESS, LISTS] })
      const before = cache.getQueriesData<Pages>({ queryKey: [PROGRESS, LISTS] })
      for (const kind of kinds) removeCards(cache, kind, (card) => isRemoved(card, id))
      return { before }
    },
    onError: (_error, _id, result) => {
      for (const [key, pages] of result?.before ?? []) cache.setQueryData(key, pages)
    },
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries({ queryKey: [PROGRESS] })
    },
  })
}

function removeCards(cache: QueryClient, kind: Kind, isRemoved: (card: ProgressCard) => boolean): void {
  cache.setQueriesData<Pages>({ queryKey: [PROGRESS, LISTS, kind] }, (list) => {
    if (!list) return list
    const pages = list.pages.map((page) => ({
      ...page,
      cards: page.cards.filter((card) => !isRemoved(card)),
    }))
    const count = (of: Pages['pages']) => of.reduce((sum, { cards }) => sum + cards.length, 0)
    const removed = count(list.pages) - count(pages)
    return { ...list, pages: pages.map((page) => ({ ...page, total: Math.max(0, page.total - removed) })) }
  })
}

/** Forgets everything, done marks included. */
export function useClearHistory() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: () => call('progress.clear'),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries({ queryKey: [PROGRESS] })
    },
  })
}
