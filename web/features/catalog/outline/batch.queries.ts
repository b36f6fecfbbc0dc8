import { useQueryClient } from '@tanstack/react-query'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { useInvalidateCourses } from '#web/features/catalog/courses/courses.queries.ts'
import { isOnePlaylist } from '#web/features/catalog/playlists/playlists.queries.ts'

interface Batch {
  ids: readonly string[]
  action: 'submit' | 'delete'
}

/** Submits or deletes several videos of a playlist, one after the other; the first that fails ends it. */
export function useBatch(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
  const invalidateCourses = useInvalidateCourses()
  return useWrite({
    mutationFn: async ({ ids, action }: Batch) => {
      for (const courseId of ids) {
        if (action === 'submit') await call('review.submitCourse', { params: { courseId } })
        else await call('courses.remove', { params: { playlistId, courseId } })
      }
    },
    onSuccess: (_, { ids, action }) => {
      const text = `${countOf(ids.length, 'video')} ${action === 'submit' ? 'submitted' : 'deleted'}.`
      notify.success(text, { timeout: SCREEN_TOAST_MS })
    },
    onSettled: async (_reply, _error, { action }) => {
      if (action === 'submit') return cache.invalidateQueries()
      // Nothing may ask for a deleted video, so that the playlist comes first.
      await cache.refetchQueries({ type: 'active', predicate: ({ queryKey }) => isOnePlaylist(queryKey) })
      return invalidateCourses()
    },
  })
}
