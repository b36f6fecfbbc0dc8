import { useState } from 'react'
import { VIDEO_BROKEN } from '#contract/reports/report-messages.ts'
import type { ReportDraft } from '#contract/reports/reports.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

/** Files a report and shows the server's thanks. */
export function useReport() {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: ReportDraft) => call('reports.create', { body }),
    onSuccess: ({ message }) => {
      notify.success(message, { timeout: SCREEN_TOAST_MS })
    },
  })
}

/** Reports that a video does not play. The report starts a check, which notifies the teacher. */
export function useTellTeacher(courseId: string, isOwn: boolean) {
  const { mutate, isPending, isSuccess } = useReport()
  const [reportedId, setReportedId] = useState<string>()
  function tell(): void {
    setReportedId(courseId)
    mutate({ subjectKind: 'course', subjectId: courseId, reason: VIDEO_BROKEN, text: '' })
  }
  // The page stays when the user goes on to the next video, which may be broken as well.
  const isTold = reportedId === courseId && (isPending || isSuccess)
  return { onTell: isOwn ? undefined : tell, isTold }
}
