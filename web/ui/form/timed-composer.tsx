import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { z } from 'zod'
import { ApiError } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import styles from './timed-composer.module.css'

/** Words of the video, and the second at which they are said. */
export interface Quote {
  at: number
  text: string
}

/** The user wants to write here, perhaps about a quote. Each request is a new object. */
export interface WriteRequest {
  quote?: Quote | undefined
}

/** The text that the form begins with, unless it is the draft. */
export interface FirstText {
  text: string
  /** Why the server rejected it. */
  error?: string | undefined
  /** Whether the field gets the focus, with the cursor at the end. */
  focused?: boolean
}

interface ComposerDraft {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

/** The draft of a composer. Use `draft.version` as the key of what is rendered with it. */
export function useComposerDraft(kind: string, subject: string, stored = ''): ComposerDraft {
  const form = useRef<HTMLFormElement>(null)
  return { form, draft: useFormDraft(kind, subject, { form, stored: { text: stored, question: 'yes' } }) }
}

interface TimedComposerProps extends ComposerDraft {
  schema: z.ZodType<{ text: string }>
  label: string
  placeholder?: string | undefined
  /** The id of a text that describes the field. */
  describedBy?: string
  className?: string | undefined
  /** Stands beside the field. */
  avatar?: ReactNode
  first?: FirstText
  /** The stored text that the form changes. */
  stored?: string
  /** The second that the video is at. */
  position?: () => number
  /** Gives the field the focus, and adds the quote, whose second then replaces the current one. */
  request?: WriteRequest | undefined
  onRequestTaken?: (() => void) | undefined
  isPending: boolean
  onSend: (written: { text: string; at: number }, callbacks: SendCallbacks) => void
  /** Closes the form. Escape then closes it as well, but asks before it throws typed text away. */
  onCancel?: () => void
  /** What stands below the field. It receives the second that the text is about. */
  children: (second: () => number) => ReactNode
}

export interface SendCallbacks {
  onSuccess: () => void
  onError: (error: unknown) => void
}

/** A form for one text about a second of a video: a comment, question, reply or note, and the change of one. */
export function TimedComposer(props: TimedComposerProps) {
  const { form, draft, schema, isPending, onSend } = props
  const { stored = '', first, position = () => 0, onCancel, avatar, className, children } = props
  const [text, setText] = useState(first?.text ?? draft.text('text', stored))
  const [error, setError] = useState(first?.error)
  const [quotedAt, setQuotedAt] = useState<number>()
  const second = () => quotedAt ?? Math.floor(position())
  const discard = useDiscard({ isTyped: () => text.trim() !== stored, onDiscard: () => onCancel?.() })
  const focus = () => form.current?.querySelector('textarea')?.focus()
  useFocusRequest(props, ({ quote }) => {
    focus()
    if (!quote) return
    setText((typed) => `${typed === '' ? '' : `${typed}\n`}“${quote.text}”\n`)
    setQuotedAt(quote.at)
  })

  function write(typed: string): void {
    setText(typed)
    // Without its words, the quote no longer sets the second.
    if (typed === '') setQuotedAt(undefined)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isPending) return
    const checked = checkDraft(schema, { text })
    showError(checked.errors?.text)
    if (checked.errors) return
    onSend(
      { text: checked.value.text, at: second() },
      {
        // The text that the user typed in the meantime is the next one.
        onSuccess: () => {
          setText((now) => (now === text ? '' : now))
          setQuotedAt(undefined)
        },
        onError: (failure) => showError(textErrorOf(failure)),
      },
    )
  }

  function showError(sentence: string | undefined): void {
    setError(sentence)
    if (sentence !== undefined) focus()
  }

  return (
    <form
      ref={form}
      className={classNames(avatar !== undefined && styles.withAvatar, className)}
      onChange={draft.store}
      onSubmit={submit}
      onKeyDown={onCancel && discard.closeOnEscape}
    >
      {avatar}
      <div>
        <ComposerText {...props} focused={first?.focused} text={text} error={error} onChange={write} />
        <div className={styles.foot}>{children(second)}</div>
      </div>
      {discard.question}
    </form>
  )
}

/** The sentence with which the server rejected the text. */
export const textErrorOf = (error: unknown) => (error instanceof ApiError ? error.errors?.text : undefined)

function useFocusRequest(
  { request, onRequestTaken }: Pick<TimedComposerProps, 'request' | 'onRequestTaken'>,
  begin: (request: WriteRequest) => void,
): void {
  const take = useEffectEvent((taken: WriteRequest) => {
    begin(taken)
    onRequestTaken?.()
  })
  useEffect(() => {
    if (request) take(request)
  }, [request])
}

interface ComposerTextProps extends Pick<TimedComposerProps, 'label' | 'placeholder' | 'describedBy'> {
  text: string
  error: string | undefined
  focused: boolean | undefined
  onChange: (text: string) => void
}

function ComposerText({
  label,
  placeholder,
  describedBy,
  text,
  error,
  focused,
  onChange,
}: ComposerTextProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (!(area.current && focused)) return
    area.current.focus()
    area.current.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [focused])
  const described = [describedBy, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <>
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        name="text"
        className={styles.text}
        dir="auto"
        value={text}
        placeholder={placeholder}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
