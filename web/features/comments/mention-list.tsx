import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Mention, MentionablePerson } from '#contract/comments/mentions.ts'
import { foldText } from '#contract/fold.ts'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { mentionableOf } from './comments.queries.ts'
import styles from './mention-list.module.css'

const TYPING_MS = 200

/** One or two words after an @ that no word touches, up to the cursor. */
const NAME = /(?<![\p{L}\p{N}_])@([\p{L}\p{N}][^\s@]*(?: [^\s@]+)?)$/u

interface TypedName {
  text: string
  /** Where it begins in the field. */
  from: number
}

function nameAtCursor({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TypedName | undefined {
  const text = selectionStart === selectionEnd ? NAME.exec(value.slice(0, selectionEnd))?.[1] : undefined
  return text === undefined ? undefined : { text, from: selectionEnd - text.length }
}

const WHY: Record<MentionablePerson['why'], string> = { teacher: 'Teacher', commented: 'Commented here' }
const NOBODY: readonly MentionablePerson[] = []

interface MentionListProps {
  form: RefObject<HTMLFormElement | null>
  onChoose: (person: Mention) => void
}

/**
 * The people that a comment can mention, in a list below its field. The focus stays in the field: arrow keys choose, Enter
 * inserts, Escape closes.
 */
export function MentionList({ form, onChoose }: MentionListProps) {
  const id = useId()
  const field = () => form.current?.querySelector('textarea')
  const [name, setName] = useState<TypedName>()
  /** Where the list was closed: it opens again for another @. */
  const [closedAt, setClosedAt] = useState<number>()
  const [index, setIndex] = useState(0)
  const isOpen = name !== undefined && name.from !== closedAt
  const people = useMentionable(isOpen ? name.text : '')
  const active = people[Math.min(index, people.length - 1)]
  const step = (by: number) =>
    setIndex((now) => (Math.min(now, people.length - 1) + by + people.length) % people.length)
  const optionId = (person: Mention) => `${id}${person._id}`

  function choose({ _id, username }: MentionablePerson): void {
    const area = field()
    if (!(area && name)) return
    onChoose({ _id, username })
    setClosedAt(name.from)
    area.setRangeText(`${username} `, name.from, name.from + name.text.length, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  /** Returns whether the list takes this key. */
  function actOn(key: string, person: MentionablePerson): boolean {
    if (key === 'ArrowDown') step(1)
    else if (key === 'ArrowUp') step(-1)
    else if (key === 'Enter') choose(person)
    else if (key === 'Escape') setClosedAt(name?.from)
    else return false
    return true
  }

  const read = useEffectEvent(() => {
    const area = field()
    setName(area && document.activeElement === area ? nameAtCursor(area) : undefined)
    setIndex(0)
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Ctrl+Enter sends the comment.
    if (!active || event.isComposing || event.ctrlKey || event.metaKey) return
    if (!actOn(event.key, active)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    const onKey = (event: KeyboardEvent) => press(event)
    const onMove = () => read()
    onMove()
    area?.addEventListener('keydown', onKey)
    for (const type of ['input', 'click', 'blur']) area?.addEventListener(type, onMove)
    return () => {
      area?.removeEventListener('keydown', onKey)
      for (const type of ['input', 'click', 'blur']) area?.removeEventListener(type, onMove)
    }
  }, [form])
  useFieldNames(form, active && { list: `${id}list`, option: optionId(active) })

  if (!active) return null
  return (
    <div className={styles.anchor}>
      <div className={styles.list}>
        <div id={`${id}list`} role="listbox" aria-label="People to mention">
          {people.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            <div
              key={person._id}
              id={optionId(person)}
              role="option"
              tabIndex={-1}
              aria-selected={person === active}
              // A press would take the focus from the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar user={person} size={32} />
              <span dir="auto">{person.username}</span>
              <small>{WHY[person.why]}</small>
            </div>
          ))}
        </div>
        <p aria-hidden="true">↑ ↓ choose · Enter inserts · Esc closes</p>
      </div>
      <p className="sr" role="status">
        {countOf(people.length, 'person', 'people')} to mention
      </p>
    </div>
  )
}

/** Searches after a pause in typing. The list is empty without a name, or when the search fails. */
function useMentionable(text: string): readonly MentionablePerson[] {
  const { course, viewer } = useWatch()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data = NOBODY } = useQuery({
    ...mentionableOf(useCall(), viewer, { courseId: course._id, q }),
    enabled: q !== '',
  })
  // Until the answer arrives, some of the former people do not match any more.
  const isNamed = ({ username }: MentionablePerson) => ` ${foldText(username)}`.includes(` ${foldText(text)}`)
  return text === '' || q === '' ? NOBODY : data.filter(isNamed)
}

/** Tells assistive technology which option the field is at. */
function useFieldNames(
  form: RefObject<HTMLFormElement | null>,
  at: { list: string; option: string } | undefined,
): void {
  const list = at?.list
  const option = at?.option
  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    if (!area || list === undefined || option === undefined) return
    area.setAttribute('aria-autocomplete', 'list')
    area.setAttribute('aria-controls', list)
    area.setAttribute('aria-activedescendant', option)
    return () => {
      for (const name of ['autocomplete', 'controls', 'activedescendant'])
        area.removeAttribute(`aria-${name}`)
    }
  }, [form, list, option])
}
