import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import { countOf } from '#contract/format.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { type Choosable, MultiSelect } from '#web/ui/form/multi-select.tsx'
import { groupsText } from './chosen-groups.ts'
import styles from './group-select.module.css'
import { useGroups } from './group-select.queries.ts'

interface GroupSelectProps {
  /** The ids of the chosen groups. */
  chosen: readonly string[]
  /** Groups that are known by name even if the user is in none of them. */
  known?: readonly GroupRef[]
  onChange: (chosen: readonly string[]) => void
}

/** The field `groups` of a form: chooses among the user's own groups, for an admin among all. */
export function GroupSelect({ chosen, ...props }: GroupSelectProps) {
  return (
    <>
      <input type="hidden" name="groups" value={groupsText(chosen)} />
      <Choice chosen={chosen} {...props} />
    </>
  )
}

function Choice({ chosen, known = [], onChange }: GroupSelectProps) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const list = useGroups(true)
  const own = list.data?.pages.flatMap((page) => page.groups) ?? []
  const options: Choosable[] = own.map(({ _id, name, membersCount }) => ({
    _id,
    name,
    ...(membersCount !== undefined && { detail: countOf(membersCount, 'person', 'people') }),
  }))
  const named = new Map<string, Choosable>([...known, ...options].map((group) => [group._id, group]))
  const unknown = isAdmin ? 'A deleted group' : 'A group that you left'

  if (list.isPending) return <p role="status">Loading {isAdmin ? 'the' : 'your'} groups…</p>
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
        chosen={chosen.map((_id) => named.get(_id) ?? { _id, name: unknown })}
        onChange={(next) => onChange(next.map(({ _id }) => _id))}
      />
    </>
  )
}
