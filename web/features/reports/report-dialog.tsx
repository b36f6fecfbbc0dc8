import { useId, useRef, useState } from 'react'
import { REPORT_REASONS, type ReportReason, VIDEO_BROKEN } from '#contract/reports/report-messages.ts'
import type { ReportedKind } from '#contract/reports/reports.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { useReport } from './report.queries.ts'
import styles from './report-dialog.module.css'

const WHAT: Record<ReportedKind, string> = {
  comment: 'comment',
  course: 'video',
  playlist: 'playlist',
  user: 'profile',
}

const reasonsFor = (kind: ReportedKind) =>
  REPORT_REASONS.filter((reason) => kind === 'course' || reason !== VIDEO_BROKEN)

export interface Reportable {
  kind: ReportedKind
  id: string
  /** A title or a name. */
  name: string
  /** The author, the teacher or the user themself, who cannot report it. */
  ownerId: string | undefined
}

interface ReportDialogProps {
  subject: Reportable
  onClose: () => void
}

/** Asks why something is reported. */
export function ReportDialog({ subject: { kind, id }, onClose }: ReportDialogProps) {
  const titleId = useId()
  const first = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useReport()
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(`report ${kind}`, id, { form })
  const [chosen, setReason] = useState<ReportReason>()
  const reason = chosen ?? REPORT_REASONS.find((each) => each === draft.text('reason', ''))
  const [isMissing, setMissing] = useState(false)
  const { dialog, close, question } = useFormDialog({
    first,
    isPending,
    hasDraft: draft.restored !== undefined,
    onClose: cancel,
  })

  function cancel(): void {
    draft.remove()
    onClose()
  }

  function send(data: FormData): void {
    setMissing(reason === undefined)
    if (reason === undefined) first.current?.focus()
    else
      mutate(
        { subjectKind: kind, subjectId: id, reason, text: textOf(data, 'text') },
        { onSaved: draft.remove, onSuccess: onClose },
      )
  }
  return (
    <dialog {...dialog} aria-labelledby={titleId} className={dialogStyles.dialog}>
      <h2 id={titleId}>Report this {WHAT[kind]}</h2>
      <Form
        key={draft.version}
        ref={form}
        errors={fieldErrors(error)}
        aria-labelledby={titleId}
        onChange={draft.store}
        onSubmit={send}
      >
        <fieldset className={styles.reasons} aria-describedby={isMissing ? `${titleId}missing` : undefined}>
          <legend>Why?</legend>
          {reasonsFor(kind).map((each, index) => (
            <label key={each}>
              <input
                ref={index === 0 ? first : undefined}
                type="radio"
                name="reason"
                value={each}
                checked={reason === each}
                onChange={() => {
                  setReason(each)
                  setMissing(false)
                }}
              />
              {each}
            </label>
          ))}
          {isMissing && (
            <p id={`${titleId}missing`} className={styles.missing} role="alert">
              Choose a reason.
            </p>
          )}
        </fieldset>
        <TextAreaField
          name="text"
          label="What should an admin know?"
          rows={3}
          defaultValue={draft.text('text', '')}
        />
        <DraftLine
          draft={{
            ...draft,
            discard: () => {
              setReason(undefined)
              draft.discard()
            },
          }}
        />
        <div className={dialogStyles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isPending && 'Sending...'}>
            Report
          </Button>
        </div>
      </Form>
      {question}
    </dialog>
  )
}
