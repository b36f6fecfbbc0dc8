import { useQueryClient } from '@tanstack/react-query'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'
import { useInvalidateCourses } from '#web/features/catalog/courses/courses.queries.ts'
import { isOnePlaylist } from '#web/features/catalog/playlists/playlists.queries.ts'
import { useNotifyTrashed } from '#web/features/catalog/trash/trash.queries.ts'

interface Batch {
  ids: readonly string[]
  action: 'submit' | 'delete'
}

/** Submits several videos of a playlist or moves them to the trash: all or none. `onDone` runs before the list is read again. */
export function useBatch(playlistId: string, onDone: (action: Batch['action']) => void) {
  const call = useCall()
  const cache = useQueryClient()
  const notifyTrashed = useNotifyTrashed()
  const invalidateCourses = useInvalidateCourses()
  return useWrite({
    mutationFn: ({ ids, action }: Batch) =>
      call('review.batch', { params: { playlistId }, body: { ids: [...ids], action } }),
    onSuccess: ({ message, trashIds = [] }, { ids, action }) => {
      const [trashId, ...others] = trashIds
      if (trashId === undefined) notify.success(message, { timeout: SCREEN_TOAST_MS })
      else notifyTrashed({ trashId, others, title: countOf(ids.length, 'video') }, message)
      onDone(action)
    },
    onSettled: async (_reply, _error, { action }) => {
      if (action === 'submit') return cache.invalidateQueries()
      // Nothing may ask for a deleted video, so that the playlist comes first.
      await cache.refetchQueries({ type: 'active', predicate: ({ queryKey }) => isOnePlaylist(queryKey) })
      return invalidateCourses()
    },
  })
}
