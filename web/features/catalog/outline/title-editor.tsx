import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { CourseTexts } from '#contract/catalog/outline.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import styles from './outline.module.css'

const Draft = CourseTexts.pick({ title: true })

/** The kinds of the drafts. */
export const COURSE_TITLE = 'course title'
export const SECTION_TITLE = 'section title'

interface TitleEditorProps {
  label: string
  title: string
  /** What the draft belongs to: a course or section, or the playlist that gets a new section. */
  kind: typeof COURSE_TITLE | typeof SECTION_TITLE
  subject: string
  /** Called with a valid title that differs from the former one, and with what to call when the server has saved it. */
  onSave: (title: string, onSaved: () => void) => void
  /** Called after `onSave`, and when nothing changes. `byKey`: the field had the focus, which belongs to the row now. */
  onClose: (byKey: boolean) => void
}

/**
 * A title edited in place: Enter or leaving the field saves it, Escape keeps the former one. A title that is not valid stays
 * in the field, which can be left all the same.
 */
export function TitleEditor({ label, title, kind, subject, onSave, onClose }: TitleEditorProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const closed = useRef(false)
  const draft = useDraft(kind, subject)
  const typed = () => field.current?.value ?? title
  const discard = useDiscard({
    isTyped: () => typed() !== title,
    onDiscard: () => {
      draft.remove()
      close(true)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version is another field
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [draft.version])

  function close(byKey: boolean): void {
    closed.current = true
    onClose(byKey)
  }
  function save(byKey: boolean): void {
    if (closed.current || discard.isAsking) return
    if (typed() === title) {
      draft.remove()
      close(byKey)
      return
    }
    const { value, errors } = checkDraft(Draft, { title: typed() })
    setError(errors?.title)
    if (errors) return
    if (value.title === title) draft.remove()
    else onSave(value.title, draft.remove)
    close(byKey)
  }
  function pressed(event: KeyboardEvent<HTMLInputElement>): void {
    discard.closeOnEscape(event)
    if (event.key !== 'Enter') return
    // The same press must not press the button that gets the focus.
    event.preventDefault()
    save(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the field and its buttons saves
    <span
      className={styles.editor}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || save(false)}
    >
      <input
        key={draft.version}
        ref={field}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        dir="auto"
        defaultValue={draft.restored?.fields.title ?? title}
        onChange={({ currentTarget: { value } }) =>
          value === title ? draft.remove() : draft.write({ title: value })
        }
        onKeyDown={pressed}
      />
      {error !== undefined && (
        <span id={id} role="alert" className={styles.error}>
          {error}
        </span>
      )}
      <DraftLine draft={draft} />
      {discard.question}
    </span>
  )
}
