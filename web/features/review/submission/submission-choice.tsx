import { type ChangeEvent, useId, useState } from 'react'
import { MESSAGE_MAX } from '#contract/review/review-limits.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import type { Item } from '#web/features/catalog/versions/submission-state.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import styles from './submission-choice.module.css'

/** Which videos go along with a playlist, and what the teacher writes to the reviewer. */
export interface SubmissionChoice {
  courses: readonly string[]
  message: string
}

/**
 * The choice, at first with all videos. Videos that are added later are chosen, too. The message is kept as a draft; `onSaved`
 * removes it.
 */
export function useSubmissionChoice(subject: string, videos: readonly Pick<Item, '_id'>[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const draft = useDraft('message to the reviewer', subject)
  const message = (draft.typed ?? draft.restored)?.fields.message ?? ''
  const courses = videos.map(({ _id }) => _id).filter((id) => !left.has(id))
  return {
    choice: { courses, message: message.trim() } satisfies SubmissionChoice,
    message,
    draft,
    setMessage: (text: string) => (text === '' ? draft.remove() : draft.write({ message: text })),
    choose(id: string, isChosen: boolean): void {
      setLeft(isChosen ? left.difference(new Set([id])) : left.union(new Set([id])))
    },
  }
}

interface SubmissionFieldsProps extends ReturnType<typeof useSubmissionChoice> {
  videos: readonly Pick<Item, '_id' | 'title'>[]
  /** The id of the button that submits. */
  sentBy?: string
}

/** The videos with checkboxes, and the message. */
export function SubmissionFields(props: SubmissionFieldsProps) {
  const { videos, sentBy, choice, message, setMessage, choose, draft } = props
  const id = useId()
  return (
    <div className={styles.fields} data-sent-by={sentBy}>
      {videos.length > 0 && (
        <fieldset className={styles.videos}>
          <legend>Videos</legend>
          {videos.map(({ _id, title }) => (
            <label key={_id} className={styles.video}>
              <input
                type="checkbox"
                checked={choice.courses.includes(_id)}
                onChange={({ target }: ChangeEvent<HTMLInputElement>) => choose(_id, target.checked)}
              />
              <bdi>{title}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <label htmlFor={id} className={styles.label}>
        Message to the reviewer <small>optional</small>
      </label>
      <textarea
        id={id}
        className={styles.message}
        rows={3}
        dir="auto"
        maxLength={MESSAGE_MAX}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <DraftLine draft={draft} />
    </div>
  )
}
