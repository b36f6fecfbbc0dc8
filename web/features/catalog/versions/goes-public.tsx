import { type RefObject, useRef, useState } from 'react'
import { fieldErrors } from '#web/core/api-error.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { FieldFrame, useField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import input from '#web/ui/form/input.module.css'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatFullTime } from '#web/ui/text/format.ts'
import styles from './goes-public.module.css'
import { useSetPublishAt } from './publish-at.queries.ts'
import type { Item } from './submission-state.ts'

interface GoesPublicProps {
  item: Pick<Item, 'kind' | '_id' | 'status' | 'stage' | 'publishAt'>
  playlistId: string
}

/** When something goes public that is not public yet. */
export function GoesPublic(props: GoesPublicProps) {
  const { status, publishAt = '' } = props.item
  return status === 'approved' ? null : <Choice key={publishAt} {...props} />
}

type Way = 'approved' | 'time'

function Choice(props: GoesPublicProps) {
  const { _id, publishAt } = props.item
  const form = useRef<HTMLFormElement>(null)
  const stored = { goesPublic: publishAt === undefined ? 'approved' : 'time', publishAt: localOf(publishAt) }
  const draft = useFormDraft('publication', _id, { form, stored })
  return <TimeForm key={draft.version} {...props} form={form} draft={draft} stored={stored} />
}

interface TimeFormProps extends GoesPublicProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
  stored: { goesPublic: string; publishAt: string }
}

function TimeForm({ item, playlistId, form, draft, stored }: TimeFormProps) {
  const { kind, _id, stage } = item
  const [way, setWay] = useState<Way>(
    draft.text('goesPublic', stored.goesPublic) === 'time' ? 'time' : 'approved',
  )
  const initial = draft.text('publishAt', stored.publishAt)
  const [typed, setTyped] = useState(initial)
  const save = useSetPublishAt({ kind, id: _id, playlistId })
  const legend = kind === 'playlist' ? 'Goes public' : 'This video goes public'
  const chosen = new Date(typed)
  const isTime = !Number.isNaN(chosen.getTime())

  function send(): void {
    // A field that is not filled has no time; the server says so.
    const time = isTime ? chosen.toISOString() : typed || 'none'
    save.mutate(way === 'time' ? time : '', { onSaved: draft.remove })
  }

  return (
    <div className={styles.box}>
      <Form
        ref={form}
        errors={fieldErrors(save.error)}
        onChange={draft.store}
        onSubmit={send}
        aria-label={legend}
      >
        <RadioCards
          name="goesPublic"
          legend={legend}
          options={[
            // What is approved already goes public at once without a time.
            { value: 'approved', label: stage === 'scheduled' ? 'Now' : 'As soon as it is approved' },
            { value: 'time', label: isTime ? momentOf(chosen) : 'At a time' },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'time' && <TimeField initial={initial} onType={setTyped} />}
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

/** `On 1 December 2026 at 09:00` */
const momentOf = (chosen: Date) => `On ${formatFullTime(chosen.toISOString())}`

interface TimeFieldProps {
  initial: string
  onType: (text: string) => void
}

function TimeField({ initial, onType }: TimeFieldProps) {
  const field = useField({ name: 'publishAt' }, onType)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <FieldFrame field={field} label={`Date and time (${timeZone})`}>
      <input {...field.control} type="datetime-local" defaultValue={initial} className={input.input} />
    </FieldFrame>
  )
}

/** The time as the field takes it: in the zone of the browser, without seconds. */
function localOf(time: string | undefined): string {
  if (time === undefined) return ''
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
