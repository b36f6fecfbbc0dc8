import type { ReactNode } from 'react'
import type { User } from '#contract/account/users.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { profileAddressOf, roleOf } from './person.ts'
import styles from './review-card.module.css'

interface ReviewCardProps {
  user: User
  text: string
  /** Further actions, in the corner. */
  menu?: ReactNode
}

/** A review with its author and a link to the author. */
export function ReviewCard({ user, text, menu }: ReviewCardProps) {
  return (
    <article className={styles.card}>
      <blockquote dir="auto">{text}</blockquote>
      {menu && <div className={styles.menu}>{menu}</div>}
      <footer>
        <Avatar user={user} size={44} />
        <div>
          <b dir="auto">{user.username}</b>
          <small dir="auto">{roleOf(user)}</small>
        </div>
        <TextLink to={profileAddressOf(user)} aria-label={`View profile: ${user.username}`}>
          View profile
        </TextLink>
      </footer>
    </article>
  )
}
