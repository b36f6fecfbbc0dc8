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
import { flushSync } from 'react-dom'
import { checkText, type TextRule } from '#contract/text-rule.ts'
import { ApiError } from '#web/core/api-error.ts'
import { type DraftState, useDraft } from '#web/core/drafts/use-draft.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { ComposerQuote } from './composer-quote.tsx'
import { type ComposedVideo, QuestionBox, SecondRow } from './second-row.tsx'
import styles from './timed-composer.module.css'
import { useWritten } from './use-written.ts'
import type { WriteRequest, Written } from './written.ts'

/** The text that the form begins with, unless it is the draft. */
export interface FirstText {
  text: string
  /** Why the server rejected it. */
  error?: string | undefined
  /** Whether the field gets the focus, with the cursor at the end. */
  focused?: boolean
}

export interface ComposerDraft {
  form: RefObject<HTMLFormElement | null>
  draft: DraftState
}

/** The draft of a composer. Use `draft.version` as the key of what is rendered with it. */
export function useComposerDraft(kind: string, subject: string): ComposerDraft {
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(kind, subject)
  function discard(): void {
    flushSync(draft.discard)
    form.current?.querySelector('textarea')?.focus()
  }
  return { form, draft: { ...draft, discard } }
}

/** What is sent. */
export interface Sent extends Pick<Written, 'question' | 'quote'> {
  text: string
  /** The second that it is about. */
  at: number
}

interface TimedComposerProps extends ComposerDraft {
  rule: TextRule
  label: string
  placeholder?: string | undefined
  className?: string | undefined
  /** Stands beside the field. */
  avatar?: ReactNode
  first?: FirstText
  /** The stored text that the form changes. */
  stored?: string
  /** Without it the text is about no second. */
  video?: ComposedVideo
  /** Offers to ask a question, and shows a quote above the field. Other texts have their second in any case, and the quote in the text. */
  asks?: boolean
  /** Gives the field the focus, and fixes the second. */
  request?: WriteRequest | undefined
  onRequestTaken?: (() => void) | undefined
  /** Called with the second that will be sent, as soon as it is fixed. */
  onSecond?: (at: number | undefined) => void
  /** Called at the first character of a text. */
  onBegin?: () => void
  isPending: boolean
  onSend: (sent: Sent, callbacks: SendCallbacks) => void
  /** Closes the form. Escape then closes it as well, but asks before it throws typed text away. */
  onCancel?: () => void
  /** What stands below the field. */
  children: ReactNode
}

export interface SendCallbacks {
  onSuccess: () => void
  onError: (error: unknown) => void
}

/** A form for one text about a second of a video: a comment, question, reply or note, and the change of one. */
export function TimedComposer(props: TimedComposerProps) {
  const { form, rule, isPending, onSend } = props
  const { stored = '', first, video, asks = false, onCancel, avatar, className, children } = props
  const { written, second, isOfOtherVideo, ...edit } = useWritten(props)
  const [error, setError] = useState(first?.error)
  const discard = useDiscard({
    isTyped: () => written.text.trim() !== stored,
    onDiscard: () => onCancel?.(),
  })
  const focus = () => form.current?.querySelector('textarea')?.focus()
  useFocusRequest(props, (request) => {
    focus()
    edit.take(request)
  })
  const hasSecond = !asks || written.question || written.quote !== undefined
  useShownSecond(hasSecond ? second : undefined, props.onSecond)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isPending) return
    const { value: text, error: wrong } = checkText(rule, written.text)
    showError(wrong)
    if (wrong !== undefined) return
    const { question, quote } = written
    const at = second ?? Math.floor(video?.position() ?? 0)
    onSend(
      { text, at, question, quote },
      { onSuccess: edit.clear, onError: (failure) => showError(textErrorOf(failure)) },
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
      onSubmit={submit}
      onKeyDown={onCancel && discard.closeOnEscape}
    >
      {avatar}
      <div>
        {video && written.quote === undefined && hasSecond && (
          <SecondRow video={video} at={second} isOfOtherVideo={isOfOtherVideo} onChange={edit.moveTo} />
        )}
        {written.quote !== undefined && (
          <ComposerQuote at={second ?? 0} onRemove={edit.removeQuote}>
            {written.quote}
          </ComposerQuote>
        )}
        <ComposerText
          {...props}
          focused={first?.focused}
          text={written.text}
          error={error}
          onChange={edit.type}
        />
        <div className={styles.foot}>
          {asks && video && (
            <QuestionBox video={video} at={second} checked={written.question} onChange={edit.ask} />
          )}
          {children}
        </div>
      </div>
      {discard.question}
    </form>
  )
}

/** The sentence with which the server rejected the text or its quote. */
export const textErrorOf = (error: unknown) =>
  error instanceof ApiError ? (error.errors?.text ?? error.errors?.quote) : undefined

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

/** Tells which second the text is about while the form is there. */
function useShownSecond(second: number | undefined, onSecond: TimedComposerProps['onSecond']): void {
  const tell = useEffectEvent((at: number | undefined) => onSecond?.(at))
  useEffect(() => {
    tell(second)
    return () => tell(undefined)
  }, [second])
}

interface ComposerTextProps extends Pick<TimedComposerProps, 'label' | 'placeholder'> {
  text: string
  error: string | undefined
  focused: boolean | undefined
  onChange: (text: string) => void
}

function ComposerText({ label, placeholder, text, error, focused, onChange }: ComposerTextProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (!(area.current && focused)) return
    area.current.focus()
    area.current.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [focused])
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
        aria-describedby={error === undefined ? undefined : `${id}-error`}
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
