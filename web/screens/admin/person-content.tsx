import { countOf, formatCount } from '#contract/format.ts'
import type { PersonPage } from '#contract/people/people.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './person.module.css'
import { Numbers, PersonBox } from './person-box.tsx'

/** What a teacher has made, by status; for other people nothing. */
export function PersonContent({ page: { person, content } }: { page: PersonPage }) {
  const { approved, waiting, others, inTrash, videos, playlists } = content
  if (person.role !== 'Teacher' && approved + waiting + others + inTrash === 0) return null
  const rest = [
    ...(others > 0 ? [`${countOf(others, 'other playlist')}: drafts, or not accepted`] : []),
    ...(inTrash > 0 ? [`${countOf(inTrash, 'playlist')} in the trash`] : []),
  ]
  return (
    <PersonBox
      title="Content"
      aside={<TextLink to={`/admin?q=${encodeURIComponent(person.username)}`}>All playlists</TextLink>}
    >
      <Numbers
        items={[
          { label: 'Approved', value: formatCount(approved) },
          { label: 'Waiting', value: formatCount(waiting) },
          { label: 'Videos', value: formatCount(videos) },
        ]}
      />
      <ul className={styles.rows}>
        {playlists.map(({ _id, title, coursesCount, status }) => (
          <li key={_id}>
            <span className={styles.icon}>
              <Icon name="stack" />
            </span>
            <div>
              <TextLink to={`/admin/playlist-view/${_id}`} className={styles.title}>
                <bdi>{title}</bdi>
              </TextLink>
              <small>{countOf(coursesCount, 'video')}</small>
            </div>
            <Badge tone={status}>{status}</Badge>
          </li>
        ))}
      </ul>
      {rest.length > 0 && <p className={styles.hint}>{rest.join(' · ')}</p>}
    </PersonBox>
  )
}
