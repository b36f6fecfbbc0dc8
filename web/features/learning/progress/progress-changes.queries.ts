import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import type { CourseProgress, PlaylistProgress, ProgressSave } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { type Place, PROGRESS } from './progress.queries.ts'

const CONTINUE = 'continue'
const CARDS_MAX = 6

/** The playlists to continue, for the home page. */
export const continueOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [PROGRESS, CONTINUE, viewer],
    queryFn: ({ signal }) =>
      call('progress.list', { query: { kind: CONTINUE, limit: String(CARDS_MAX) }, signal }),
    staleTime: 0,
    meta: { silent: true },
  })

/** Applies the answer to a save to every cached copy. */
export function applySave(
  cache: QueryClient,
  place: Place,
  { at, rate, done, watchedSeconds }: Pick<ProgressSave, 'at' | 'rate'> & CallReply<'progress.save'>,
): void {
  changeCourse(cache, place, (course) => ({
    ...course,
    atSeconds: at,
    watchedSeconds,
    done,
    doneBy: done ? (course.doneBy ?? 'watched') : null,
    updatedAt: new Date().toISOString(),
  }))
  changeAll(cache, place, (progress) => ({ ...progress, rate }))
  void cache.invalidateQueries({ queryKey: [PROGRESS, CONTINUE], refetchType: 'none' })
}

/** Marks a course as done, or not, at once; a failure undoes it. */
export function useSetDone(place: Place) {
  const call = useCall()
  const cache = useQueryClient()
  const key = [PROGRESS, place.playlistId]
  return useWrite({
    meta: { news: { kind: 'done', course: place.courseId } },
    mutationFn: (done: boolean) => call('progress.done', { params: { id: place.courseId }, body: { done } }),
    onMutate: async (done) => {
      await cache.cancelQueries({ queryKey: key })
      const before = cache.getQueriesData<PlaylistProgress>({ queryKey: key })
      changeCourse(cache, place, (course) => ({ ...course, done, doneBy: done ? 'hand' : null }))
      return before
    },
    onError: (_error, _done, before = []) => {
      for (const [queryKey, progress] of before) cache.setQueryData(queryKey, progress)
    },
    onSuccess: (_reply, done) => {
      if (!done) notify.success('Marked as not done.')
      void cache.invalidateQueries({ queryKey: [PROGRESS] })
    },
  })
}

/** Removes a playlist from "Continue watching" at once; a failure brings it back. */
export function useHidePlaylist(viewer: string) {
  const call = useCall()
  const cache = useQueryClient()
  const { queryKey } = continueOf(call, viewer)
  return useWrite({
    mutationFn: (playlistId: string) =>
      call('progress.hide', { params: { id: playlistId }, body: { hidden: true } }),
    onMutate: async (playlistId) => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)
      cache.setQueryData(
        queryKey,
        (list) =>
          list && { ...list, cards: list.cards.filter(({ playlist }) => playlist._id !== playlistId) },
      )
      return before
    },
    onError: (_error, _playlistId, before) => {
      cache.setQueryData(queryKey, before)
    },
    // A seventh playlist takes the free place.
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  })
}

function changeAll(
  cache: QueryClient,
  { playlistId }: Place,
  change: (progress: PlaylistProgress) => PlaylistProgress,
): void {
  cache.setQueriesData<PlaylistProgress>(
    { queryKey: [PROGRESS, playlistId] },
    (progress) => progress && change(progress),
  )
}

const unwatched = (courseId: string): CourseProgress => ({
  _id: courseId,
  atSeconds: 0,
  watchedSeconds: 0,
  done: false,
  doneBy: null,
  updatedAt: new Date().toISOString(),
  videoReplaced: false,
})

/** Changes one course, and what the playlist has left. */
function changeCourse(
  cache: QueryClient,
  place: Place,
  change: (course: CourseProgress) => CourseProgress,
): void {
  changeAll(cache, place, (progress) => {
    const others = progress.courses.filter(({ _id }) => _id !== place.courseId)
    const before = progress.courses.find(({ _id }) => _id === place.courseId) ?? unwatched(place.courseId)
    const after = change(before)
    const gained = after.done ? 0 : after.watchedSeconds - before.watchedSeconds
    return {
      ...progress,
      courses: [...others, after],
      doneCount: progress.doneCount + Number(after.done) - Number(before.done),
      secondsLeft: Math.max(0, progress.secondsLeft - gained),
    }
  })
}
