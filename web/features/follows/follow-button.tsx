import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useCall } from '#web/core/app-context.tsx'
import { loginState } from '#web/core/guard.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './follow-button.module.css'
import { type Followed, followingOf, isFollowed, useFollow } from './follows.queries.ts'

interface FollowButtonProps extends Followed {
  /** The name of the teacher or the title of the playlist. */
  name: string
  /** Shown when there are enough. */
  followers: number | undefined
  size?: 'md' | 'lg'
}

/** Follow / Following, with the number of followers. A toast asks visitors to log in. */
export function FollowButton({ kind, id, name, followers, size = 'lg' }: FollowButtonProps) {
  const user = useCurrentUser()
  const viewer = viewerKey(user)
  const { data } = useQuery({ ...followingOf(useCall(), viewer), enabled: user !== null })
  const follow = useFollow(viewer, { kind, id })
  const follows = isFollowed(data, { kind, id })
  const promptLogin = useLoginPrompt()
  return (
    <span className={styles.follow}>
      <Button
        size={size}
        variant={follows ? 'soft' : 'default'}
        busy={follow.isPending}
        onClick={() => (user === null ? promptLogin() : follow.mutate(!follows))}
      >
        <Icon name={follows ? 'check' : 'plus'} />
        {follows ? 'Following' : 'Follow'}{' '}
        <span className="sr" dir="auto">
          {name}
        </span>
      </Button>
      {followers !== undefined && (
        <span className={styles.count}>{followers.toLocaleString('en')} followers</span>
      )}
    </span>
  )
}

/** A toast with a link to the login, which returns to this page. */
function useLoginPrompt(): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  const run = () => void navigate('/login', { state: loginState(location) })
  return () =>
    notify.error('Log in to follow.', { timeout: SCREEN_TOAST_MS, action: { label: 'Log in', run } })
}
