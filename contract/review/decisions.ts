/** What an admin sends to decide about versions. */
import { z } from 'zod'
import { Id } from '#contract/id.ts'
import { AtSecond, NoteText } from '#contract/learning/notes.ts'
import { text } from '#contract/text.ts'
import { ReviewedField } from './review.ts'
import { MESSAGE_MAX } from './review-limits.ts'
import { REASON_REQUIRED } from './review-messages.ts'

const MESSAGE_LONG = `Message must be at most ${MESSAGE_MAX} characters.`
export const Message = text({
  label: 'Message',
  min: 0,
  max: MESSAGE_MAX,
  short: MESSAGE_LONG,
  long: MESSAGE_LONG,
  multiline: true,
})

const NOTE_PLACE = 'A note belongs to a field or to a second.'
export const NoteDraft = z
  .object({ field: ReviewedField.optional(), atSeconds: AtSecond.optional(), text: NoteText })
  .refine(({ field, atSeconds }) => (field === undefined) !== (atSeconds === undefined), {
    message: NOTE_PLACE,
    path: ['field'],
  })
export type NoteDraft = z.infer<typeof NoteDraft>

export const DECISION_STATES = ['approved', 'changes', 'rejected'] as const
export const DecisionState = z.enum(DECISION_STATES, 'State must be approved, changes or rejected.')
export type DecisionState = z.infer<typeof DecisionState>

const REASONS_MAX = 8
export const Reasons = z.array(Id).max(REASONS_MAX, `Choose at most ${REASONS_MAX} reasons.`).default([])
export const DECIDED_TOGETHER_MAX = 300
export const DECIDED_AT_ONCE_MAX = 50
export const DECISION_NOTES_MAX = 100

export const DecisionDraft = z
  .object({
    state: DecisionState,
    reasons: Reasons,
    message: Message.default(''),
    notes: z
      .array(NoteDraft)
      .max(DECISION_NOTES_MAX, `Write at most ${DECISION_NOTES_MAX} notes.`)
      .default([]),
    courses: z
      .array(Id)
      .max(DECIDED_TOGETHER_MAX, `Decide at most ${DECIDED_TOGETHER_MAX} videos together.`)
      .default([]),
  })
  .refine(({ state, reasons, message }) => state === 'approved' || reasons.length > 0 || message !== '', {
    message: REASON_REQUIRED,
    path: ['reasons'],
  })
export type DecisionDraft = z.infer<typeof DecisionDraft>

export const BulkDecision = z
  .object({
    ids: z
      .array(Id)
      .min(1, 'Choose at least one item.')
      .max(DECIDED_AT_ONCE_MAX, `Choose at most ${DECIDED_AT_ONCE_MAX} items.`),
    state: DecisionState,
    reasons: Reasons,
  })
  .refine(({ state, reasons }) => state === 'approved' || reasons.length > 0, {
    message: 'Choose a reason.',
    path: ['reasons'],
  })
