import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import { useLogout } from './logout.ts'

/** Specification section 4, "Logout". */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const logout = useLogout()
  const change = (next: boolean) => {
    setOpen(next)
    if (!next) onClose()
  }
  return (
    <Confirm
      open={open}
      onOpenChange={change}
      title="Are you sure?"
      text="You will be logged out of your account."
      cancel="Cancel"
      action="Yes, log me out!"
      onConfirm={() => {
        change(false)
        logout()
      }}
    />
  )
}
