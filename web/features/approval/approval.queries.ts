import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/approval-messages.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import { codeOf } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

/** Specification section 8: a browser alert reports a status that could not be set. */
const FAILED = 'Error updating playlist status'

export function useSetPlaylistStatus(playlistId: string, seen: string | undefined) {
  const call = useCall()
  return useSetting(seen, PLAYLIST_STATUS_UPDATED, ({ status, updatedAt }) =>
    call('approval.playlist', { params: { playlistId }, body: { isPlaylistApproved: status, updatedAt } }),
  )
}

export function useSetCourseStatus(courseId: string, seen: string | undefined) {
  const call = useCall()
  return useSetting(seen, COURSE_STATUS_UPDATED, ({ status, updatedAt }) =>
    call('approval.course', { params: { courseId }, body: { isCourseApproved: status, updatedAt } }),
  )
}

interface Verdict {
  status: ApprovalStatus
  /** Of what the admin saw. */
  updatedAt: string | undefined
}

/** The server's reason why a status was not set. */
export interface NotSet {
  message: string
  /** It is another one than the admin saw. */
  isChanged: boolean
}

/**
 * A status decides what everybody sees, so every answer in this tab is read again. `seen` is the `updatedAt` of what is
 * shown; what was refused about it is said as long as that is shown.
 */
function useSetting(seen: string | undefined, said: string, set: (verdict: Verdict) => Promise<unknown>) {
  const cache = useQueryClient()
  const [refused, setRefused] = useState<NotSet & Pick<Verdict, 'updatedAt'>>()
  const { isPending, mutate } = useWrite({
    meta: { silent: true },
    mutationFn: set,
    onSuccess: () => {
      notify.success(said, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
    onError: (error: Error, { updatedAt }: Verdict) => {
      const code = codeOf(error)
      const isChanged = code === 'conflict'
      if (isChanged || code === 'forbidden') setRefused({ message: error.message, isChanged, updatedAt })
      // biome-ignore lint/suspicious/noAlert: specification section 8 asks for a browser alert here
      else window.alert(FAILED)
    },
  })
  return {
    isPending,
    set: (status: ApprovalStatus) => mutate({ status, updatedAt: seen }),
    notSet: refused?.updatedAt === seen ? refused : undefined,
    lookAgain: () => cache.invalidateQueries(),
  }
}
