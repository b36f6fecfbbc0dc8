import { type RefObject, useRef, useState } from 'react'
import { fieldErrors } from '#web/core/api-error.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { FieldFrame, useField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import input from '#web/ui/form/input.module.css'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './goes-public.module.css'
import { useSetPublishAt } from './publish-at.queries.ts'
import type { Item } from './submission-state.ts'

const WAYS = [
  { value: 'approved', label: 'As soon as it is approved' },
  { value: 'time', label: 'At a time' },
] as const

interface GoesPublicProps {
  item: Pick<Item, 'kind' | '_id' | 'status' | 'stage' | 'publishAt'>
  playlistId: string
}

/** When something goes public that is not public yet. */
export function GoesPublic(props: GoesPublicProps) {
  const { status, publishAt = '' } = props.item
  return status === 'approved' ? null : <Choice key={publishAt} {...props} />
}

function Choice(props: GoesPublicProps) {
  const { _id, publishAt } = props.item
  const form = useRef<HTMLFormElement>(null)
  const stored: Record<string, string> =
    publishAt === undefined
      ? { goesPublic: 'approved' }
      : { goesPublic: 'time', publishAt: localOf(publishAt) }
  const draft = useFormDraft('publication', _id, { form, stored })
  return <TimeForm key={draft.version} {...props} form={form} draft={draft} />
}

interface TimeFormProps extends GoesPublicProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function TimeForm({ item, playlistId, form, draft }: TimeFormProps) {
  const { kind, _id, stage, publishAt } = item
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>(
    draft.text('goesPublic', publishAt === undefined ? 'approved' : 'time') === 'time' ? 'time' : 'approved',
  )
  const save = useSetPublishAt({ kind, id: _id, playlistId })

  function send(data: FormData): void {
    const local = textOf(data, 'publishAt')
    const chosen = way === 'time' ? new Date(local) : undefined
    // A field that is not filled has no time; the server says so.
    const sent = chosen && (Number.isNaN(chosen.getTime()) ? local || 'none' : chosen.toISOString())
    save.mutate(sent ?? '', {
      onSaved: draft.remove,
      onSuccess: () => notify.success('The time is saved.', { timeout: SCREEN_TOAST_MS }),
    })
  }

  return (
    <div className={styles.box}>
      <Form
        ref={form}
        errors={fieldErrors(save.error)}
        onChange={draft.store}
        onSubmit={send}
        aria-label="Goes public"
      >
        <RadioCards
          name="goesPublic"
          legend="Goes public"
          options={WAYS.map(({ value, label }) => ({ value, label: labelOf(value, label, stage) }))}
          value={way}
          onChange={setWay}
        />
        {way === 'time' && (
          <TimeField initial={draft.text('publishAt', publishAt === undefined ? '' : localOf(publishAt))} />
        )}
        <DraftLine draft={draft} />
        <div>
          <Button type="submit" busy={save.isPending && 'Saving...'}>
            Save the time
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** What is approved already goes public at once without a time. */
function labelOf(value: 'approved' | 'time', label: string, stage: Item['stage']): string {
  return value === 'approved' && stage === 'scheduled' ? 'Now' : label
}

function TimeField({ initial }: { initial: string }) {
  const field = useField({ name: 'publishAt' })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <FieldFrame field={field} label={`On (${timeZone})`}>
      <input {...field.control} type="datetime-local" defaultValue={initial} className={input.input} />
    </FieldFrame>
  )
}

/** The time as the field takes it: in the zone of the browser, without seconds. */
function localOf(time: string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
