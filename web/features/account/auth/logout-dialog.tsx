import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { useLogout } from './logout.ts'

interface LogoutDialogProps {
  onClose: () => void
  /** Runs while the session still exists. */
  beforeLogout: () => Promise<void>
}

/** Specification section 4, "Logout". */
export function LogoutDialog({ onClose, beforeLogout }: LogoutDialogProps) {
  const logout = useLogout(beforeLogout)
  return (
    <Confirm
      onClose={onClose}
      title="Are you sure?"
      text="You will be logged out of your account."
      cancel="Cancel"
      action="Yes, log me out!"
      onConfirm={() => {
        onClose()
        void logout()
      }}
    />
  )
}
