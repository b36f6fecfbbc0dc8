import { Navigate, Outlet, useMatch } from 'react-router'
import { useCurrentUser } from '#web/core/session.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { type Tab, TabsNav } from '#web/ui/navigation/tabs-nav.tsx'
import styles from './account.module.css'

const TABS: Tab[] = [
  { to: '/account/security', label: 'Security' },
  { to: '/account/notifications', label: 'Notifications' },
  { to: '/account/groups', label: 'Groups' },
]

/** /account/…: the user's own settings, under tabs. */
export function Component() {
  const me = useCurrentUser()
  const isBare = useMatch('/account') !== null
  return (
    <div className={styles.column}>
      {/* Also while nobody is known yet, or it would move the screen when it comes. */}
      <Crumb to={me ? `/update-user/${me._id}` : '/account'}>Update profile</Crumb>
      <PageHead title="Your account" tight />
      <TabsNav label="Your account" tabs={TABS} />
      {me && isBare ? <Navigate to="/account/security" replace /> : <Outlet />}
    </div>
  )
}
