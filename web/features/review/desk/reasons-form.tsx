import { useEffect, useId, useRef, useState } from 'react'
import { countOf } from '#contract/format.ts'
import type { DecisionState } from '#contract/review/decisions.ts'
import type { Reason } from '#contract/review/review.ts'
import { MESSAGE_MAX } from '#contract/review/review-limits.ts'
import { REASON_REQUIRED } from '#contract/review/review-messages.ts'
import type { DraftState } from '#web/core/drafts/use-draft.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { KeyCap } from '#web/ui/text/key-cap.tsx'
import { reasonIndexOf, useKeyPresses } from './desk-keys.tsx'
import styles from './reasons-form.module.css'

interface ReasonsFormProps {
  /** `approved`: with other decisions about single videos. */
  state: DecisionState
  reasons: readonly Reason[]
  /** The first name of the teacher. */
  teacher: string
  notes: number
  /** `Approve playlist and 2 videos` */
  approveLabel: string
  draft: DraftState
  onDecide: (decision: { reasons: string[]; message: string }) => void
  onCancel: () => void
}

/** `Request changes with 2 reasons and 1 note` */
function labelOf({ state, approveLabel, notes }: ReasonsFormProps, chosen: number) {
  const parts = [
    ...(chosen > 0 ? [countOf(chosen, 'reason')] : []),
    ...(notes > 0 ? [countOf(notes, 'note')] : []),
  ]
  const action = { approved: approveLabel, changes: 'Request changes', rejected: 'Reject' }[state]
  return parts.length === 0 ? action : `${action} with ${parts.join(' and ')}`
}

const FORM_NAMES = { approved: 'Approve', changes: 'Request changes', rejected: 'Reject' } as const

/** Why something is not approved: the keys 1 to 8 choose reasons, Enter decides, Escape goes back. */
export function ReasonsForm(props: ReasonsFormProps) {
  const { state, reasons, teacher, draft, onDecide, onCancel } = props
  const { fields } = draft.restored ?? {}
  const [chosen, setChosen] = useState<readonly string[]>(fields?.reasons?.split(' ').filter(Boolean) ?? [])
  const [message, setMessage] = useState(fields?.message ?? '')
  const [errors, setErrors] = useState<FormErrors>()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const discard = useDiscard({ isTyped: () => message.trim() !== '', onDiscard: onCancel })

  function toggle({ _id }: Reason): void {
    const next = chosen.includes(_id) ? chosen.filter((each) => each !== _id) : [...chosen, _id]
    setChosen(next)
    draft.write({ state, reasons: next.join(' '), message })
  }
  function write(text: string): void {
    setMessage(text)
    draft.write({ state, reasons: chosen.join(' '), message: text })
  }
  useKeyPresses((event) => {
    const index = reasonIndexOf(event)
    const reason = index === undefined ? undefined : reasons[index]
    if (reason) toggle(reason)
  })

  function decide(): void {
    const text = message.trim()
    if (chosen.length === 0 && text === '') setErrors({ message: REASON_REQUIRED })
    else if (text.length > MESSAGE_MAX)
      setErrors({ message: `Message must be at most ${MESSAGE_MAX} characters.` })
    else onDecide({ reasons: [...chosen], message: text })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the form inside
    <div className={styles.panel} onKeyDown={discard.closeOnEscape}>
      <Form ref={form} errors={errors} aria-label={FORM_NAMES[state]} onSubmit={decide}>
        <div className={styles.columns}>
          <fieldset className={styles.reasons} aria-describedby={`${id}hint`}>
            <legend>
              Reasons <span>(keys 1 to {reasons.length})</span>
            </legend>
            <div className={styles.list}>
              {reasons.map((reason, index) => (
                <ReasonChoice
                  key={reason._id}
                  number={index + 1}
                  checked={chosen.includes(reason._id)}
                  onChange={() => toggle(reason)}
                >
                  {reason.text}
                </ReasonChoice>
              ))}
            </div>
          </fieldset>
          <TextAreaField
            name="message"
            label={`Message to ${teacher}`}
            rows={3}
            value={message}
            onChange={write}
          />
        </div>
        <div className={styles.foot}>
          <p id={`${id}hint`}>
            {state === 'approved' ? 'Videos that you send back' : 'C and R'} need a reason or a message. Keys
            rest while you type.
          </p>
          <span className={styles.space} />
          <DraftLine draft={{ ...draft, discard: onCancel }} />
          <Button variant="ghost" aria-keyshortcuts="Escape" onClick={onCancel}>
            Cancel <KeyCap>Esc</KeyCap>
          </Button>
          <Button type="submit" variant="primary">
            {labelOf(props, chosen.length)}
          </Button>
        </div>
      </Form>
      {discard.question}
    </div>
  )
}

interface ReasonChoiceProps {
  /** Its key, where keys choose reasons. */
  number?: number
  checked: boolean
  onChange: () => void
  children: string
}

/** One reason: a native checkbox that looks like a chip, so that Enter submits the form. */
export function ReasonChoice({ number, checked, onChange, children }: ReasonChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} aria-keyshortcuts={number?.toString()} onChange={onChange} />
      {number !== undefined && <KeyCap>{String(number)}</KeyCap>}
      {children}
    </label>
  )
}
