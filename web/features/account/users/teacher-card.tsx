import type { User } from '#contract/account/users.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { profileAddressOf } from './person.ts'
import styles from './teacher-card.module.css'

interface TeacherCardProps {
  /** The counts include only approved playlists and courses. */
  teacher: User
  likes: number
}

/** The card of a teacher in the list of teachers. */
export function TeacherCard({ teacher, likes }: TeacherCardProps) {
  const { username, role, approvedPlaylistsCount = 0, approvedCoursesCount = 0 } = teacher
  return (
    <article className={styles.card}>
      <div className={styles.top}>
        <Avatar user={teacher} size={56} />
        <div>
          <h2 dir="auto">{username}</h2>
          <p>{role}</p>
        </div>
      </div>
      <dl>
        <div>
          <dt>Playlists</dt>
          <dd>{approvedPlaylistsCount}</dd>
        </div>
        <div>
          <dt>Videos</dt>
          <dd>{approvedCoursesCount}</dd>
        </div>
        <div>
          <dt>Likes</dt>
          <dd>{likes}</dd>
        </div>
      </dl>
      <LinkButton to={profileAddressOf(teacher)} aria-label={`View profile: ${username}`}>
        View profile
      </LinkButton>
    </article>
  )
}

/** A link to the registration for users who do not teach yet. */
export function BecomeTutorCard() {
  return (
    <article className={`${styles.card} ${styles.tutor}`}>
      <h2>Become A Tutor</h2>
      <p>Publish a playlist, get it reviewed, and teach at your own pace.</p>
      <LinkButton to="/register" state={{ role: 'Teacher' }} variant="primary">
        Get Started
      </LinkButton>
    </article>
  )
}
