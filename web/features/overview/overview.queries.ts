import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

const KEY = ['overview']
/** While the demo is being removed, the screen looks whether it is gone. */
const LOOK_AGAIN_MS = 2000

/** What waits for admins, and how the site is. It is fetched whenever the screen is opened. */
export const overviewOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [...KEY, viewer],
    queryFn: ({ signal }) => call('overview.get', { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.demo.isLeaving ? LOOK_AGAIN_MS : false),
  })

/** Reads the overview again after a write that changes it. */
function useReload(): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: KEY })
}

/** Tries one failed job again, or all. */
export function useRetry() {
  const call = useCall()
  const reload = useReload()
  return useWrite({
    mutationFn: (jobId: string | undefined): Promise<CallReply<'overview.retryJobs'>> =>
      jobId === undefined
        ? call('overview.retryJobs', { body: {} })
        : call('overview.retryJob', { params: { jobId } }),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      reload()
    },
  })
}

export function useHideChecklist() {
  const call = useCall()
  const reload = useReload()
  return useWrite({
    mutationFn: (hidden: boolean) => call('overview.hideChecklist', { body: { hidden } }),
    onSuccess: reload,
  })
}

export function useRemoveDemo() {
  const call = useCall()
  const reload = useReload()
  return useWrite({
    mutationFn: () => call('overview.removeDemo', {}),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      reload()
    },
  })
}

export function useTestMail() {
  const call = useCall()
  return useWrite({ mutationFn: () => call('overview.testMail', {}) })
}
