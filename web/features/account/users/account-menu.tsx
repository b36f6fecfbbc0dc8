import { Suspense, useState } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import type { MenuItem } from '#web/ui/overlay/menu.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import type { Account } from './account-changes.tsx'

const load = () => import('./account-changes.tsx')
const DIALOGS = {
  suspend: lazyPart(async () => (await load()).SuspendDialog),
  lift: lazyPart(async () => (await load()).LiftDialog),
  role: lazyPart(async () => (await load()).RoleDialog),
  app: lazyPart(async () => (await load()).AppDialog),
  admin: lazyPart(async () => (await load()).AdminDialog),
}

/** The menu items with which an admin changes another user's account, and the open dialog. */
export function useAccountChanges(user: Account) {
  const viewer = useCurrentUser()
  const [shown, setShown] = useState<keyof typeof DIALOGS>()
  const Dialog = shown && DIALOGS[shown]
  const mayChange = viewer?.isAdmin === true && viewer._id !== user._id
  const items: MenuItem[] = mayChange
    ? [
        { label: 'Change role', run: () => setShown('role') },
        { label: user.isAdmin ? 'Remove admin rights' : 'Make admin', run: () => setShown('admin') },
        { label: 'Turn off authenticator app', run: () => setShown('app') },
        user.suspended
          ? { label: 'Lift suspension', run: () => setShown('lift') }
          : { label: 'Suspend', danger: true, run: () => setShown('suspend') },
      ]
    : []
  const dialog = Dialog && (
    <Suspense>
      <Dialog user={user} onClose={() => setShown(undefined)} />
    </Suspense>
  )
  return { items, dialog, open: setShown }
}

/** The account changes behind three dots, for a table. */
export function AccountMenu({ user }: { user: Account }) {
  const { items, dialog } = useAccountChanges(user)
  if (items.length === 0) return null
  return (
    <>
      <MoreMenu name={user.username} items={items} />
      {dialog}
    </>
  )
}
