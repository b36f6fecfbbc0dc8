import { formatCount } from '#contract/format.ts'
import type { PersonPage } from '#contract/people/people.ts'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './person.module.css'
import { Numbers, PersonBox } from './person-box.tsx'

/** The groups of the person. */
export function PersonGroups({ groups }: Pick<PersonPage['person'], 'groups'>) {
  return (
    <PersonBox title="Groups">
      {groups.length === 0 ? (
        <p className={styles.hint}>In no group.</p>
      ) : (
        <ul className={styles.tags}>
          {groups.map(({ _id, name, isLead }) => (
            <li key={_id}>
              <TextLink to={`/admin/groups/${_id}`} className={isLead ? styles.soft : styles.tag}>
                <bdi>{name}</bdi>
                {isLead && ' · lead'}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </PersonBox>
  )
}

/** How much the person has learned, without what. */
export function PersonLearning({ learning: { started, done, minutes } }: Pick<PersonPage, 'learning'>) {
  return (
    <PersonBox title="Learning">
      <Numbers
        items={[
          { label: 'Started', value: formatCount(started) },
          { label: 'Done', value: formatCount(done) },
          { label: 'Minutes', value: formatCount(minutes) },
        ]}
      />
      <p className={styles.hint}>Only numbers. What somebody watches and writes stays private.</p>
    </PersonBox>
  )
}
