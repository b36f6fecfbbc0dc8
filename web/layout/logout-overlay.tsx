import { useAppContext } from '#web/core/app-context.tsx'
import { LogoutDialog } from '#web/features/account/auth/logout-dialog.tsx'
import { saveBeforeLogout } from '#web/features/learning/progress/send-unsaved.ts'
import { uploadListOf } from '#web/features/video/uploads/session-uploads.ts'
import { isBusy } from '#web/features/video/uploads/upload-item.ts'

/** Asks before the log-out, which first saves what the user has watched. */
export function LogoutOverlay({ onClose }: { onClose: () => void }) {
  const context = useAppContext()
  const sending = uploadListOf(context).items().filter(isBusy).length
  return <LogoutDialog onClose={onClose} beforeLogout={() => saveBeforeLogout(context)} sending={sending} />
}
