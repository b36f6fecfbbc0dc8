import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useSelectedDrafts } from '#web/core/drafts/use-drafts.ts'
import { useSession } from '#web/core/session.tsx'
import { Confirm } from '#web/ui/overlay/confirm.tsx'

interface LogoutDialogProps {
  onClose: () => void
  /** Runs while the session still exists. */
  beforeLogout: () => Promise<void>
  /** How many files are being sent. */
  sending: number
}

/** Asks before a logout. */
export function LogoutDialog({ onClose, beforeLogout, sending }: LogoutDialogProps) {
  const logout = useLogout(beforeLogout)
  const drafts = useSelectedDrafts((all) => all).length
  return (
    <Confirm
      onClose={onClose}
      title="Are you sure?"
      text="You will be logged out of your account."
      more={lossesOf(drafts, sending)}
      cancel="Cancel"
      action="Yes, log me out!"
      onConfirm={() => {
        onClose()
        void logout()
      }}
    />
  )
}

/** What the log-out deletes and stops; `undefined` for nothing. */
function lossesOf(drafts: number, sending: number): string | undefined {
  const losses = [
    ...(drafts > 0 ? [`${countOf(drafts, 'draft')} in this browser will be deleted.`] : []),
    ...(sending > 0 ? [`The upload of ${countOf(sending, 'file')} will stop.`] : []),
  ]
  return losses.length > 0 ? losses.join(' ') : undefined
}

/**
 * Ends the session in the browser and sends the logout to the server without waiting for it. The layout then replaces the
 * screen with the home page.
 */
function useLogout(beforeLogout: () => Promise<void>): () => Promise<void> {
  const call = useCall()
  const session = useSession()
  return async () => {
    await beforeLogout()
    // The browser logs out even if the server cannot be reached. The token then expires on its own.
    call('auth.logout').catch(() => {})
    session.signOut()
  }
}
