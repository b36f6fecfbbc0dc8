import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { useLoginPrompt } from '#web/core/use-login-prompt.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './follow-button.module.css'
import { type Followed, followingOf, isFollowed, useFollow } from './follows.queries.ts'

interface FollowButtonProps extends Followed {
  /** The name of the teacher or the title of the playlist. */
  name: string
  /** Absent while there are only a few, and where they are not shown. */
  followers?: number | undefined
  size?: 'sm' | 'lg'
}

/** Follow / Following, with the number of followers. A toast asks visitors to log in. */
export function FollowButton({ kind, id, name, followers, size = 'lg' }: FollowButtonProps) {
  const user = useCurrentUser()
  const viewer = viewerKey(user)
  const { data } = useQuery({ ...followingOf(useCall(), viewer), enabled: user !== null })
  const follow = useFollow(viewer, { kind, id })
  const follows = isFollowed(data, { kind, id })
  const promptLogin = useLoginPrompt('Log in to follow.')
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
      {followers !== undefined && <span className={styles.count}>{formatCount(followers)} followers</span>}
    </span>
  )
}
