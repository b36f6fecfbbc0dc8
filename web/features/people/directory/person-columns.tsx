import type { Person } from '#contract/people/people.ts'
import { AccountMenu } from '#web/features/account/users/account-menu.tsx'
import { roleOf } from '#web/features/account/users/person.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { ItemCell } from '#web/ui/table/item-cell.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { Marked } from './marked.tsx'
import styles from './people-table.module.css'
import { StateBadge } from './state-badge.tsx'

/** Of more groups, the rest is a number. */
const GROUPS_SHOWN = 2

/** The columns of everybody; `words` are those of the search. */
export const personColumns = (words: readonly string[]): Column<Person>[] => [
  {
    area: 'main',
    head: 'Name',
    sort: 'name',
    cell: (person) => (
      <ItemCell
        round
        picture={<Avatar user={person} size={40} />}
        title={
          <TextLink to={`/admin/people/${person._id}`} className={styles.name}>
            <bdi>
              <Marked text={person.username} words={words} />
            </bdi>
          </TextLink>
        }
        text={
          <span className={styles.email}>
            <Marked text={person.email} words={words} />
          </span>
        }
      />
    ),
  },
  {
    area: 'category',
    head: 'Role',
    cell: (person) => (
      <span className={styles.role}>
        <bdi>{roleOf(person)}</bdi>
        {person.isAdmin && <span className={classNames(styles.tag, styles.admin)}>Admin</span>}
      </span>
    ),
  },
  { area: 'by', head: 'Groups', cell: ({ groups }) => <GroupTags groups={groups} /> },
  { area: 'status', head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  {
    area: 'date',
    head: 'Last active',
    numeric: true,
    cell: ({ lastActiveAt }) => (lastActiveAt === null ? 'Never' : <RelativeTime at={lastActiveAt} />),
  },
  {
    area: 'actions',
    head: 'Actions',
    hideHead: true,
    cell: (person) =>
      person.state !== 'deleted' && (
        <AccountMenu
          user={{
            ...person,
            // The dialogs do not show since when and why.
            suspended: person.state === 'suspended' ? { at: person.createdAt, reason: '' } : undefined,
          }}
        />
      ),
  },
]

function GroupTags({ groups }: Pick<Person, 'groups'>) {
  const rest = groups.slice(GROUPS_SHOWN)
  return (
    <span className={styles.groups}>
      {groups.slice(0, GROUPS_SHOWN).map(({ _id, name }) => (
        <bdi key={_id} className={styles.tag}>
          {name}
        </bdi>
      ))}
      {rest.length > 0 && (
        <span className={styles.tag} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}
