import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import input from '#web/ui/form/input.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './group-picker.module.css'
import { groupsToChoose } from './invitations.queries.ts'

export interface ChosenGroup {
  _id: string
  name: string
}

interface GroupPickerProps {
  chosen: readonly ChosenGroup[]
  onChange: (chosen: ChosenGroup[]) => void
}

/** Groups by name: a search with a list of matches, and what is chosen so far. */
export function GroupPicker({ chosen, onChange }: GroupPickerProps) {
  const id = useId()
  const field = useField({ name: 'groups' })
  const [q, setQ] = useState('')
  const found = useQuery(groupsToChoose(useCall(), q))
  const ids = new Set(chosen.map(({ _id }) => _id))
  const free = (found.data?.groups ?? []).filter(({ _id }) => !ids.has(_id))
  const change = (next: ChosenGroup[]) => {
    field.edited()
    onChange(next)
  }
  return (
    <fieldset className={styles.picker}>
      <legend>Groups</legend>
      {chosen.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.map(({ _id, name }) => (
            <li key={_id}>
              <bdi>{name}</bdi>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => change(chosen.filter((each) => each._id !== _id))}
              >
                <Icon name="close" size="sm" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        {...field.control}
        id={id}
        className={input.input}
        type="search"
        name={undefined}
        aria-label="Search groups"
        placeholder="Search groups"
        autoComplete="off"
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        // Enter would send the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <ul className={styles.matches}>
        {free.map(({ _id, name }) => (
          <li key={_id}>
            <button type="button" onClick={() => change([...chosen, { _id, name }])}>
              <Icon name="plus" size="sm" />
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.none} role="status">
        {found.isSuccess &&
          found.data.groups.length === 0 &&
          (q === '' ? 'No groups yet.' : 'No group matches.')}
      </p>
      <FieldError field={field} />
    </fieldset>
  )
}
