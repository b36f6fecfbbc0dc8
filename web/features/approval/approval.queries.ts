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

export function useSetPlaylistStatus(playlistId: string, shownUpdatedAt: string | undefined) {
  const call = useCall()
  return useSetStatus(shownUpdatedAt, PLAYLIST_STATUS_UPDATED, ({ status, updatedAt }) =>
    call('approval.playlist', { params: { playlistId }, body: { isPlaylistApproved: status, updatedAt } }),
  )
}

export function useSetCourseStatus(courseId: string, shownUpdatedAt: string | undefined) {
  const call = useCall()
  return useSetStatus(shownUpdatedAt, COURSE_STATUS_UPDATED, ({ status, updatedAt }) =>
    call('approval.course', { params: { courseId }, body: { isCourseApproved: status, updatedAt } }),
  )
}

interface StatusUpdate {
  status: ApprovalStatus
  /** The version that the admin saw. */
  updatedAt: string | undefined
}

/** The server's reason why a status was not set. */
export interface Rejection {
  message: string
  /** Whether the item has changed since the admin loaded it. */
  isChanged: boolean
}

/**
 * A status changes what everyone sees, so all queries are invalidated. `shownUpdatedAt` is the version on the screen; a
 * rejection is shown as long as that version is.
 */
function useSetStatus(
  shownUpdatedAt: string | undefined,
  message: string,
  set: (update: StatusUpdate) => Promise<unknown>,
) {
  const cache = useQueryClient()
  const [rejection, setRejection] = useState<Rejection & Pick<StatusUpdate, 'updatedAt'>>()
  const { isPending, mutate } = useWrite({
    meta: { silent: true },
    mutationFn: set,
    onSuccess: () => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
      return cache.invalidateQueries()
    },
    onError: (error: Error, { updatedAt }: StatusUpdate) => {
      const code = codeOf(error)
      const isChanged = code === 'conflict'
      if (isChanged || code === 'forbidden') setRejection({ message: error.message, isChanged, updatedAt })
      // biome-ignore lint/suspicious/noAlert: specification section 8 asks for a browser alert here
      else window.alert(FAILED)
    },
  })
  return {
    isPending,
    set: (status: ApprovalStatus) => mutate({ status, updatedAt: shownUpdatedAt }),
    rejection: rejection?.updatedAt === shownUpdatedAt ? rejection : undefined,
    reload: () => cache.invalidateQueries(),
  }
}
