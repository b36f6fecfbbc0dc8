import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contract/api.ts'
import type { CourseProgress, PlaylistProgress, ProgressSave } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { HOME, type Place, PROGRESS } from './progress.queries.ts'

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
    changed: null,
    changedAt: [],
  }))
  changeAll(cache, place, (progress) => ({ ...progress, rate }))
  void cache.invalidateQueries({ queryKey: [PROGRESS, HOME], refetchType: 'none' })
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
  changed: null,
  changedAt: [],
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
