import type { ReactNode } from 'react'
import type { User } from '#contract/account/users.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { roleOf } from './person.ts'
import styles from './person-head.module.css'

interface PersonHeadProps {
  user: User
  /** Further facts beside the role. */
  children?: ReactNode
  /** Shows only the name and the picture. */
  hidden?: boolean
  /** A link at the right. */
  action?: ReactNode
}

/** The head of a profile: photo, name as the screen's heading, role or profession. */
export function PersonHead({ user, children, hidden = false, action }: PersonHeadProps) {
  return (
    <div className={styles.head}>
      <Avatar user={user} size={120} priority />
      <div className={styles.words}>
        <h1 dir="auto">{user.username}</h1>
        {!hidden && (
          <div className={styles.facts}>
            <span>
              <Icon name={user.role === 'Teacher' ? 'school' : 'user'} />
              <span dir="auto">{roleOf(user)}</span>
            </span>
            {children}
          </div>
        )}
      </div>
      {action}
    </div>
  )
}

/** Its skeleton, inside `Loading`. */
export function PersonHeadSkeleton() {
  return (
    <div className={styles.head}>
      <Skeleton shape="portrait" />
      <div className={styles.words}>
        <Skeleton shape="heading" />
        <Skeleton shape="fact" />
      </div>
    </div>
  )
}
