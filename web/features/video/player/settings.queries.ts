import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Call } from '#contract/api.ts'
import type { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

const SAVE_DELAY_MS = 600

/** How this viewer likes to watch. Without an answer the defaults apply, and nothing is reported. */
export const settingsOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: ['player settings', viewer],
    queryFn: ({ signal }) => call('users.player', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // The watch page waits for the first answer only.
    retry: false,
    retryOnMount: false,
    meta: { silent: true },
  })

/**
 * The settings, and a function that changes them at once. The server learns of the changes shortly afterwards, several of
 * them together, and when the user leaves the screen.
 */
export function usePlayerSettings(viewer: string) {
  const call = useCall()
  const cache = useQueryClient()
  const query = settingsOf(call, viewer)
  const { data } = useQuery(query)
  const unsaved = useRef<Partial<PlayerSettings>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function save(): void {
    clearTimeout(timer.current)
    const body = unsaved.current
    unsaved.current = {}
    // A setting that is not saved is not worth an error message: it applies in this tab.
    if (Object.keys(body).length > 0) call('users.setPlayer', { body }).catch(() => undefined)
  }
  const saveLast = useRef(save)
  useEffect(() => {
    saveLast.current = save
  })
  useEffect(() => () => saveLast.current(), [])

  function change(changed: Partial<PlayerSettings>): void {
    cache.setQueryData(query.queryKey, (settings = PLAYER_DEFAULTS) => ({ ...settings, ...changed }))
    unsaved.current = { ...unsaved.current, ...changed }
    clearTimeout(timer.current)
    timer.current = setTimeout(save, SAVE_DELAY_MS)
  }
  // A server of the former version knows fewer settings.
  return { settings: { ...PLAYER_DEFAULTS, ...data }, change }
}

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
