import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

interface Scheduled {
  kind: 'playlist' | 'course'
  id: string
  playlistId: string
}

/** Sets when something goes public; an empty text: as soon as it is approved. */
export function useSetPublishAt({ kind, id, playlistId }: Scheduled) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: async (publishAt: string) => {
      if (kind === 'playlist') await call('playlists.update', { params: { playlistId }, body: { publishAt } })
      else await call('courses.update', { params: { playlistId, courseId: id }, body: { publishAt } })
    },
    onSuccess: () => {
      notify.success('The time is saved.', { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
  })
}
