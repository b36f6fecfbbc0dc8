import { type FormEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { ApiError } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { type FormDraft, useFormDraft } from '#web/core/form-draft.ts'
import { useSecond } from '#web/ui/feedback/use-second.ts'
import { DraftRestored } from '#web/ui/form/draft-restored.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { NoteDraft } from './note-draft.ts'
import { NoteField } from './note-field.tsx'
import styles from './note-form.module.css'
import { useAddNote } from './notes.queries.ts'

export interface NoteFormProps {
  courseId: string
  /** The second that the video is at. */
  position: () => number
  /** The user wants to write a note here: the form takes the focus, and says so. */
  writes?: boolean
  onWrites?: () => void
  /** Words that the note begins with, and the second that it is about instead of the current one. */
  quote?: { at: number; text: string } | undefined
}

/** The input is stored until the server has saved it, for each video. */
export function NoteForm(props: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(`note on ${props.courseId}`, form)
  return <NoteComposer key={draft.version} {...props} form={form} draft={draft} />
}

interface NoteComposerProps extends NoteFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function NoteComposer({ courseId, position, form, draft, ...writing }: NoteComposerProps) {
  const help = useId()
  const [text, setText] = useState(draft.text('text', ''))
  const [quotedAt, setQuotedAt] = useState<number>()
  const field = useFieldFocus(writing, ({ at, text: words }) => {
    setText((typed) => `${typed === '' ? '' : `${typed}\n`}“${words}”\n`)
    setQuotedAt(at)
  })
  const second = () => quotedAt ?? Math.floor(position())
  const [error, setError] = useState<string>()
  const add = useAddNote(courseId)

  function write(typed: string): void {
    setText(typed)
    // Without its words, the quote no longer sets the second.
    if (typed === '') setQuotedAt(undefined)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (add.isPending) return
    const checked = checkDraft(NoteDraft, { text })
    showError(checked.errors?.text)
    if (checked.errors) return
    add.mutate(
      { at: second(), text: checked.value.text },
      {
        // The text that the user typed in the meantime is the next note.
        onSaved: () => draft.holds('text', text) && draft.remove(),
        onSuccess: () => {
          setText((now) => (now === text ? '' : now))
          setQuotedAt(undefined)
        },
        onError: (failure) => showError(fieldError(failure)),
      },
    )
  }

  function showError(sentence: string | undefined): void {
    setError(sentence)
    if (sentence !== undefined) field.current?.focus()
  }

  return (
    <form ref={form} className={styles.box} onInput={draft.store} onSubmit={submit}>
      <NoteField
        field={field}
        label="Your note"
        placeholder="Write what you want to remember..."
        describedBy={help}
        text={text}
        error={error}
        onChange={write}
      />
      <div className={styles.foot}>
        {draft.isRestored && <DraftRestored onDiscard={draft.discard} />}
        <span id={help} className={styles.help}>
          Only you can see your notes. The video plays on while you type.
        </span>
        <SaveButton position={second} busy={add.isPending} />
      </div>
    </form>
  )
}

function useFieldFocus(
  { writes = false, onWrites, quote }: Pick<NoteFormProps, 'writes' | 'onWrites' | 'quote'>,
  onQuote: (quote: { at: number; text: string }) => void,
) {
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = useEffectEvent(() => {
    field.current?.focus()
    if (quote) onQuote(quote)
    onWrites?.()
  })
  useEffect(() => {
    if (writes) focus()
  }, [writes])
  return field
}

/** Alone, because it changes every second. */
function SaveButton({ position, busy }: Pick<NoteFormProps, 'position'> & { busy: boolean }) {
  return (
    <Button type="submit" variant="primary" busy={busy}>
      Save note at {formatTime(useSecond(position))}
    </Button>
  )
}

export const fieldError = (error: unknown) => (error instanceof ApiError ? error.errors?.text : undefined)
