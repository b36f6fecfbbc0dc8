import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SessionUser } from '#contract/account/session-user.ts'
import { formatTime } from '#contract/format.ts'
import { LOGIN_TO_COMMENT } from '#contract/watching-messages.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { type FormDraft, useFormDraft } from '#web/core/form-draft.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { useSecond } from '#web/ui/feedback/use-second.ts'
import { DraftRestored } from '#web/ui/form/draft-restored.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './comment-form.module.css'
import { CommentText, fieldError, focusText } from './comment-text.tsx'
import { CommentTextDraft } from './comment-text-draft.ts'
import { useAddComment } from './comments.queries.ts'

export interface CommentFormProps {
  courseId: string
  user: SessionUser | null
  /** The second that the video is at. */
  position: () => number
  /** The user wants to ask a question here: the form takes the focus, and says so. */
  asks?: boolean
  onAsks?: () => void
  /** Words that the question begins with, and the second that it is about instead of the current one. */
  quote?: { at: number; text: string } | undefined
}

/** The input is stored until the server has saved it, also while the user watches another video. */
export function CommentForm(props: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(`comment on ${props.courseId}`, form)
  return <CommentComposer key={draft.version} {...props} form={form} draft={draft} />
}

interface CommentComposerProps extends CommentFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function CommentComposer({ courseId, user, position, form, draft, ...asking }: CommentComposerProps) {
  const [text, setText] = useState(draft.text('text', ''))
  const [error, setError] = useState<string>()
  const [quotedAt, setQuotedAt] = useState<number>()
  const second = () => quotedAt ?? Math.floor(position())
  const [isQuestion, setQuestion] = useQuestion(form, asking, ({ at, text: words }) => {
    setText((typed) => `${typed === '' ? '' : `${typed}\n`}“${words}”\n`)
    setQuotedAt(at)
  })
  const add = useAddComment(courseId)

  function write(typed: string): void {
    setText(typed)
    // Without its words, the quote no longer sets the second.
    if (typed === '') setQuotedAt(undefined)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (add.isPending) return
    if (user === null) {
      notify.error(LOGIN_TO_COMMENT, { timeout: SCREEN_TOAST_MS })
      return
    }
    const checked = checkDraft(CommentTextDraft, { text })
    showError(checked.errors?.text)
    if (checked.errors) return
    const askedAt = isQuestion ? second() : undefined
    add.mutate(
      { text: checked.value.text, author: user, askedAt },
      {
        // The text that the user typed in the meantime is the next comment.
        onSaved: () => draft.holds('text', text) && draft.remove(),
        onSuccess: () => {
          setText((now) => (now === text ? '' : now))
          setQuestion(false)
          setQuotedAt(undefined)
        },
        onError: (error) => showError(fieldError(error)),
      },
    )
  }

  function showError(sentence: string | undefined): void {
    setError(sentence)
    if (sentence !== undefined) focusText(form)
  }

  return (
    <form ref={form} className={styles.composer} onInput={draft.store} onSubmit={submit}>
      <Avatar user={user ?? undefined} size={40} />
      <div>
        <CommentText label="Add a comment" text={text} error={error} onChange={write} />
        <div className={styles.foot}>
          <AskSwitch position={second} checked={isQuestion} onChange={setQuestion} />
          {draft.isRestored && <DraftRestored onDiscard={draft.discard} />}
          <Button type="submit" variant="primary" busy={add.isPending}>
            Add Comment
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Whether the comment is a question about this second. */
function useQuestion(
  form: RefObject<HTMLFormElement | null>,
  { asks = false, onAsks, quote }: Pick<CommentFormProps, 'asks' | 'onAsks' | 'quote'>,
  onQuote: (quote: { at: number; text: string }) => void,
) {
  const [isQuestion, setQuestion] = useState(false)
  const begin = useEffectEvent(() => {
    setQuestion(true)
    if (quote) onQuote(quote)
    focusText(form)
    onAsks?.()
  })
  useEffect(() => {
    if (asks) begin()
  }, [asks])
  return [isQuestion, setQuestion] as const
}

interface AskSwitchProps {
  position: () => number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Alone, because it changes every second. */
function AskSwitch({ position, checked, onChange }: AskSwitchProps) {
  return (
    <Switch checked={checked} onChange={onChange}>
      Ask at {formatTime(useSecond(position))}
    </Switch>
  )
}
