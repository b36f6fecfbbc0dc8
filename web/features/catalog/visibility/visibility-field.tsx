import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import { countOf } from '#contract/format.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { type Choosable, MultiSelect } from '#web/ui/form/multi-select.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { CHOICES } from './choices.ts'
import { useGroups } from './visibility.queries.ts'
import styles from './visibility-field.module.css'

interface VisibilityFieldProps {
  visibility: Visibility
  /** The ids of the chosen groups. */
  groups: readonly string[]
  /** The groups that see the playlist now. The teacher may have left one of them. */
  stored: readonly GroupRef[]
  onVisibility: (visibility: Visibility) => void
  onGroups: (groups: readonly string[]) => void
}

/** "Who can see it", with the groups to choose below their choice. */
export function VisibilityField({ visibility, onVisibility, ...groups }: VisibilityFieldProps) {
  const field = useField({ name: 'visibility' })
  return (
    <div className={styles.field}>
      <RadioCards
        name="visibility"
        legend="Who can see it"
        value={visibility}
        onChange={(value) => {
          field.edited()
          onVisibility(value)
        }}
        options={VISIBILITIES.map((value) => ({
          value,
          ...CHOICES[value],
          ...(value === 'groups' && visibility === 'groups' && { fields: <GroupsField {...groups} /> }),
        }))}
      />
      <FieldError field={field} />
      <p className={styles.help}>Others see it only after approval. The picture itself is not secret.</p>
    </div>
  )
}

type GroupsFieldProps = Pick<VisibilityFieldProps, 'groups' | 'stored' | 'onGroups'>

function GroupsField(props: GroupsFieldProps) {
  return (
    <>
      <input type="hidden" name="groups" value={props.groups.join()} />
      <GroupChoice {...props} />
    </>
  )
}

function GroupChoice({ groups, stored, onGroups }: GroupsFieldProps) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const list = useGroups(true)
  const own = list.data?.pages.flatMap((page) => page.groups) ?? []
  const options: Choosable[] = own.map(({ _id, name, membersCount }) => ({
    _id,
    name,
    ...(membersCount !== undefined && { detail: countOf(membersCount, 'person', 'people') }),
  }))
  const known = new Map<string, Choosable>([...stored, ...options].map((group) => [group._id, group]))
  const chosen = groups.map((_id) => known.get(_id) ?? { _id, name: 'A group that you left' })

  if (list.isPending) return <p role="status">Loading your groups…</p>
  if (list.isError && own.length === 0)
    return <LoadFailed drawing="people" small error={list.error} onRetry={list.refetch} />
  return (
    <>
      {own.length === 0 && (
        <p className={styles.none}>
          {isAdmin ? 'There are no groups yet.' : 'You are in no group yet. An admin can add you to one.'}
        </p>
      )}
      <MultiSelect
        name="groups"
        label={isAdmin ? 'Add a group' : 'Add one of your groups'}
        noun="group"
        icon="users-group"
        options={options}
        chosen={chosen}
        onChange={(next) => onGroups(next.map(({ _id }) => _id))}
      />
    </>
  )
}
