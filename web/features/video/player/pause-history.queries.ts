import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { settingsOf } from './settings.queries.ts'

/** Whether the user's history is paused, and a function that pauses or resumes it. */
export function usePauseHistory(viewer: string) {
  const call = useCall()
  const cache = useQueryClient()
  const query = settingsOf(call, viewer)
  const { data } = useQuery(query)
  const { mutate, isPending } = useWrite({
    mutationFn: (historyPaused: boolean) => call('users.setPlayer', { body: { historyPaused } }),
    onSuccess: ({ historyPaused }) =>
      cache.setQueryData(query.queryKey, (settings = PLAYER_DEFAULTS) => ({ ...settings, historyPaused })),
  })
  return { isPaused: data?.historyPaused, pause: mutate, isPending }
}
