import { VIDEO_BROKEN } from '#contract/report-messages.ts'
import type { ReportDraft } from '#contract/reports.ts'
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
  const tell = () => mutate({ subjectKind: 'course', subjectId: courseId, reason: VIDEO_BROKEN, text: '' })
  return { onTell: isOwn ? undefined : tell, isTold: isPending || isSuccess }
}
