import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Candidate, Group } from '#contract/people/groups.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { useHashFocus } from '#web/core/use-hash-focus.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { useTypedSearch } from '#web/ui/table/use-typed-search.ts'
import styles from './add-people.module.css'
import boxStyles from './group.module.css'
import { candidatesOf, useAddPeople } from './groups.queries.ts'

const FIELD = 'add-people'

/** Leads to the field, also from another view of the group. */
export function AddPeopleLink() {
  return (
    <LinkButton variant="primary" to={`#${FIELD}`} viewTransition={false} preventScrollReset>
      <Icon name="user-plus" />
      Add people
    </LinkButton>
  )
}

/** Finds people while the user types, and adds them to the group. */
export function AddPeople({ group }: { group: Group }) {
  const [q, setQ] = useState('')
  const { text, type, search } = useTypedSearch({ q, onSearch: setQ })
  const isAdmin = useCurrentUser()?.isAdmin === true
  const found = useQuery({ ...candidatesOf(useCall(), group._id, q), enabled: q !== '' })
  const people = q === '' ? [] : (found.data?.people ?? [])
  const box = useRef<HTMLElement>(null)
  useHashFocus(FIELD, box, 'input')
  const id = useId()
  const label = isAdmin ? 'Name or address' : 'Name'
  return (
    <section ref={box} className={boxStyles.box} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>Add people</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search> */}
      <form
        role="search"
        aria-label="People to add"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <label className={styles.label} htmlFor={`${id}field`}>
          {label}
        </label>
        <SearchInput id={`${id}field`} value={text} placeholder="" onChange={type} />
      </form>
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <Person key={person._id} group={group} person={person} />
          ))}
        </ul>
      )}
      {q !== '' && found.data?.people.length === 0 && (
        <p role="status" className={styles.nobody}>
          Nobody matches “{q}”.
        </p>
      )}
    </section>
  )
}

function Person({ group, person }: { group: Group; person: Candidate }) {
  const add = useAddPeople(group)
  const { _id, username, role, email, isMember } = person
  return (
    <li>
      <Avatar user={person} size={40} />
      <div className={styles.words}>
        <strong>
          <bdi>{username}</bdi>
        </strong>
        <small>{email === undefined ? role : `${role} · ${email}`}</small>
      </div>
      {isMember ? (
        <Button size="sm" variant="done" aria-disabled aria-label={`Added: ${username}`}>
          Added
        </Button>
      ) : (
        <Button
          size="sm"
          busy={add.isPending}
          aria-label={`Add ${username}`}
          onClick={() => add.mutate([_id])}
        >
          Add
        </Button>
      )}
    </li>
  )
}
