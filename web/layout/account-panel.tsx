import { useLocation } from 'react-router'
import type { SessionUser } from '#contract/account/session-user.ts'
import { linkState } from '#web/core/guard.ts'
import { roleOf } from '#web/features/account/users/person.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import styles from './account-panel.module.css'

/**
 * The user at the top of the side menu, with links to their own screens. The inline script of index.html writes their name
 * and role before hydration.
 */
export function AccountPanel({ user }: { user: SessionUser | null }) {
  return (
    <div className={classNames(styles.me, !user && styles.visitor)}>
      <div className={styles.row} data-visitor={user ? undefined : true}>
        <Avatar user={user ?? undefined} size={44} priority />
        <div className={styles.words}>
          <p className={styles.name} dir="auto" data-own="name" suppressHydrationWarning>
            {user?.username ?? 'Welcome'}
          </p>
          <p className={styles.role} dir="auto" data-own="role" suppressHydrationWarning>
            {user ? roleOf(user) : 'Log in to save, like and comment.'}
          </p>
        </div>
      </div>
      <div className={styles.links}>{user ? <OwnLinks user={user} /> : <VisitorLinks />}</div>
    </div>
  )
}

function VisitorLinks() {
  const state = linkState(useLocation())
  return (
    <>
      <LinkButton size="sm" variant="primary" to="/login" state={state}>
        Login
      </LinkButton>
      <LinkButton size="sm" to="/register" state={state}>
        Register
      </LinkButton>
    </>
  )
}

function OwnLinks({ user }: { user: SessionUser }) {
  if (user.role !== 'Teacher' && !user.isAdmin) {
    return (
      <LinkButton size="sm" to={profilePath(user)}>
        View Profile
      </LinkButton>
    )
  }
  return (
    <>
      <LinkButton size="sm" variant="primary" to={user.isAdmin ? '/admin' : '/teacher-dashboard'}>
        {user.isAdmin ? 'Admin Dashboard' : 'Dashboard'}
      </LinkButton>
      <LinkButton size="sm" to={profilePath(user)}>
        Profile
      </LinkButton>
    </>
  )
}

export const profilePath = ({ _id }: SessionUser) => `/profile/${_id}`
