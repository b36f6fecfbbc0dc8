import { useLocation } from 'react-router'
import type { SessionUser } from '#contract/account/session-user.ts'
import { linkState } from '#web/core/guard.ts'
import { roleOf } from '#web/features/account/users/person.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { profilePath } from './account-panel.tsx'
import styles from './profile-menu.module.css'

interface ProfilePopupProps {
  user: SessionUser | null
  /** Called when the user follows a link in the popup. */
  onLeave: () => void
  onLogout: () => void
}

/** A dialog that is not modal, because the page stays usable. */
export function ProfilePopup({ user, onLeave, onLogout }: ProfilePopupProps) {
  return (
    <div className={styles.popup} id="profile-popup" role="dialog" aria-label="Profile">
      <div className={styles.user}>
        <Avatar user={user ?? undefined} size={72} />
        <b dir="auto">{user?.username ?? 'Please log in'}</b>
        <span dir="auto">{user ? roleOf(user) : 'Save playlists, like and comment.'}</span>
      </div>
      <div className={styles.buttons}>
        {user ? <OwnLinks user={user} {...{ onLeave, onLogout }} /> : <VisitorLinks onLeave={onLeave} />}
      </div>
    </div>
  )
}

function VisitorLinks({ onLeave }: { onLeave: () => void }) {
  const state = linkState(useLocation())
  return (
    <>
      <LinkButton variant="primary" to="/login" state={state} onClick={onLeave}>
        Login
      </LinkButton>
      <LinkButton to="/register" state={state} onClick={onLeave}>
        Register
      </LinkButton>
    </>
  )
}

function OwnLinks({ user, onLeave, onLogout }: ProfilePopupProps & { user: SessionUser }) {
  const [to, label] =
    user.role === 'Teacher' ? ['/teacher-dashboard', 'Dashboard'] : [profilePath(user), 'View Profile']
  return (
    <>
      <LinkButton variant="primary" to={to} onClick={onLeave}>
        {label}
      </LinkButton>
      <LinkButton variant="ghost" to="/learning" onClick={onLeave}>
        <Icon name="progress-check" />
        My learning
      </LinkButton>
      <Button variant="ghost" onClick={onLogout}>
        <Icon name="logout" />
        Log Out
      </Button>
    </>
  )
}
