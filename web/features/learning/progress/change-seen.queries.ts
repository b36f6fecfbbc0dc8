import { useQueryClient } from '@tanstack/react-query'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { type Place, PROGRESS } from './progress.queries.ts'

/** Confirms at once that the user has seen what changed in a course; a failure undoes it. */
export function useConfirmChange({ playlistId, courseId }: Place) {
  const call = useCall()
  const cache = useQueryClient()
  const queryKey = [PROGRESS, playlistId]
  return useWrite({
    mutationFn: () => call('progress.changeSeen', { params: { id: courseId } }),
    onMutate: async () => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueriesData<PlaylistProgress>({ queryKey })
      cache.setQueriesData<PlaylistProgress>(
        { queryKey },
        (progress) => progress && confirm(progress, courseId),
      )
      return before
    },
    onError: (_error, _nothing, before = []) => {
      for (const [key, progress] of before) cache.setQueryData(key, progress)
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: [PROGRESS] }),
  })
}

const confirm = (progress: PlaylistProgress, courseId: string): PlaylistProgress => ({
  ...progress,
  courses: progress.courses.map((course) =>
    course._id === courseId ? { ...course, changed: null, changedAt: [] } : course,
  ),
})
