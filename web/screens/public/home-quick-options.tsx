import { CATEGORIES, TOPICS } from '#contract/static-lists.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { ChipLink, ChipList } from '#web/ui/layout/chip.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { useReactionCounts } from './figures.ts'
import styles from './home.module.css'

const COUNTS: readonly { icon: IconName; label: string; of: keyof ReturnType<typeof useReactionCounts> }[] = [
  { icon: 'heart', label: 'Total likes', of: 'likes' },
  { icon: 'message', label: 'Total comments', of: 'comments' },
  { icon: 'bookmark', label: 'Saved playlists', of: 'savedPlaylists' },
]

/** Links that search, and the choice of a role. */
export function QuickOptions() {
  const user = useCurrentUser()
  const counts = useReactionCounts()
  const mayBecomeTutor = user?.role !== 'Teacher' && !user?.isAdmin
  return (
    <Section title="Quick options">
      <div className={styles.quick}>
        <Panel title="Likes and comments">
          <dl className={styles.counts}>
            {COUNTS.map(({ icon, label, of }) => (
              <div key={label}>
                <dt>
                  <Icon name={icon} />
                  {label}
                </dt>
                <dd>{counts[of]}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title="Top categories" className={styles.categories}>
          <ChipList>
            {CATEGORIES.map((category) => (
              <li key={category}>
                <ChipLink category={category} to={searchFor(category)}>
                  {category}
                </ChipLink>
              </li>
            ))}
          </ChipList>
        </Panel>
        <Panel title="Popular topics">
          <ChipList>
            {TOPICS.map((topic) => (
              <li key={topic}>
                <ChipLink to={searchFor(topic)}>{topic}</ChipLink>
              </li>
            ))}
          </ChipList>
        </Panel>
        {mayBecomeTutor && <BecomeTutor />}
      </div>
    </Section>
  )
}

const searchFor = (q: string) => `/course-search?${new URLSearchParams({ q })}`

const TUTORS = ['tutor-2', 'tutor-18', 'tutor-11'].map((seed) => ({
  _id: seed,
  username: '',
  profilePhoto: { url: `/art/portrait/${seed}.svg`, width: 80, height: 80 },
}))

function BecomeTutor() {
  return (
    <Panel soft className={styles.tutor}>
      <span className={styles.faces} aria-hidden="true">
        {TUTORS.map((tutor) => (
          <Avatar key={tutor._id} user={tutor} size={48} />
        ))}
      </span>
      <div>
        <h3>Become a tutor</h3>
        <p>Publish a playlist, get it reviewed, and teach thousands of students at their own pace.</p>
      </div>
      <LinkButton size="lg" variant="primary" to="/teachers">
        Get Started
      </LinkButton>
    </Panel>
  )
}
