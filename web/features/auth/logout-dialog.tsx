import { Confirm } from '#web/ui/confirm.tsx'
import { useLogout } from './logout.ts'

/** Specification section 4, "Logout". */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const logout = useLogout()
  return (
    <Confirm
      onClose={onClose}
      title="Are you sure?"
      text="You will be logged out of your account."
      cancel="Cancel"
      action="Yes, log me out!"
      onConfirm={() => {
        onClose()
        logout()
      }}
    />
  )
}
