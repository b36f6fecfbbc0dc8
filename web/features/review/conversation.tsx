import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReviewNote } from '#contract/review/review.ts'
import { MESSAGE_MAX } from '#contract/review/review-limits.ts'
import { useCall } from '#web/core/app-context.tsx'
import type { DraftState } from '#web/core/drafts/use-draft.ts'
import { useWrite } from '#web/core/use-write.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import styles from './conversation.module.css'

/** The kind of the draft of a message; its subject is the id of the note. */
export const MESSAGE_DRAFT = 'message'

interface ConversationProps {
  note: Pick<ReviewNote, 'messages' | 'answer'>
  /** Before an answer that an older release has stored, such as `Your answer`. */
  answerLabel: string
}

/** The messages about a note; an answer that an older release has stored is none. */
export function Conversation({ note: { messages, answer }, answerLabel }: ConversationProps) {
  if (messages.length === 0 && answer === null) return null
  if (messages.length === 0) {
    return (
      <p className={styles.messages}>
        <b>{answerLabel}:</b> <span dir="auto">{answer}</span>
      </p>
    )
  }
  return (
    <ul className={styles.messages} aria-label="Conversation">
      {messages.map(({ _id, author, text }) => (
        <li key={_id}>
          <b>{author?.username ?? 'Deleted user'}:</b> <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
  )
}

interface MessageFormProps {
  note: Pick<ReviewNote, '_id'>
  /** Render the form with its version as key. */
  draft: DraftState
  label: string
  onClose: () => void
}

/** Writes to the other side about a note. Escape leaves it. */
export function MessageForm({ note, draft, label, onClose }: MessageFormProps) {
  const [text, setText] = useState(draft.restored?.fields.text ?? '')
  const { mutate, isPending, error } = useWriteMessage()
  const id = useId()
  const cancel = () => {
    draft.remove()
    onClose()
  }
  const discard = useDiscard({ isTyped: () => text !== '', onDiscard: cancel })

  function send(): void {
    const written = text.trim()
    if (written !== '')
      mutate({ noteId: note._id, text: written }, { onSaved: draft.remove, onSuccess: onClose })
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={discard.closeOnEscape}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        maxLength={MESSAGE_MAX}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed the button that opens it
        autoFocus
        onChange={({ target }) => {
          setText(target.value)
          draft.write({ text: target.value })
        }}
      />
      {error instanceof Error && <p role="alert">{error.message}</p>}
      <div className={styles.buttons}>
        <Button type="submit" size="sm" variant="primary" busy={isPending && 'Sending...'}>
          Send
        </Button>
        <Button size="sm" variant="ghost" onClick={cancel}>
          Cancel
        </Button>
        <DraftLine draft={{ ...draft, discard: cancel }} />
      </div>
      {discard.question}
    </form>
  )
}

function useWriteMessage() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: ({ noteId, text }: { noteId: string; text: string }) =>
      call('review.writeMessage', { params: { reviewNoteId: noteId }, body: { text } }),
    onSettled: () => cache.invalidateQueries(),
  })
}
