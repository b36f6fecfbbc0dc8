import { useQueryClient } from '@tanstack/react-query'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

interface Batch {
  ids: readonly string[]
  action: 'submit' | 'delete'
}

/** Submits or deletes several videos of a playlist, one after the other; the first that fails ends it. */
export function useBatch(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
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
    onSettled: () => cache.invalidateQueries(),
  })
}
