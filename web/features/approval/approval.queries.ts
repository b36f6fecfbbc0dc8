import { useQueryClient } from '@tanstack/react-query'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/approval-words.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import { notify, SCREEN_NOTICE_MS } from '#web/core/notices.ts'
import { useCall } from '#web/core/parts.tsx'
import { useWrite } from '#web/core/writing.ts'

/** Specification section 8: a status that could not be set is told by the browser's own alert. */
const FAILED = 'Error updating playlist status'

export function useSetPlaylistStatus(playlistId: string) {
  const call = useCall()
  return useSetting(PLAYLIST_STATUS_UPDATED, (isPlaylistApproved) =>
    call('approval.playlist', { params: { playlistId }, body: { isPlaylistApproved } }),
  )
}

export function useSetCourseStatus(courseId: string) {
  const call = useCall()
  return useSetting(COURSE_STATUS_UPDATED, (isCourseApproved) =>
    call('approval.course', { params: { courseId }, body: { isCourseApproved } }),
  )
}

/** A status decides what everybody sees, so every answer in this tab is read again. */
function useSetting(said: string, set: (status: ApprovalStatus) => Promise<unknown>) {
  const cache = useQueryClient()
  return useWrite({
    meta: { silent: true },
    mutationFn: set,
    onSuccess: () => {
      notify.success(said, { timeout: SCREEN_NOTICE_MS })
      return cache.invalidateQueries()
    },
    // biome-ignore lint/suspicious/noAlert: specification section 8 asks for a browser alert here
    onError: () => window.alert(FAILED),
  })
}
