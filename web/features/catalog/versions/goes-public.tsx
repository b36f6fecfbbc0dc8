import { useState } from 'react'
import { fieldErrors } from '#web/core/api-error.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { FieldFrame, useField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import input from '#web/ui/form/input.module.css'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatClock, formatDate } from '#web/ui/text/format.ts'
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

function Choice({ item, playlistId }: GoesPublicProps) {
  const { kind, _id, stage, publishAt } = item
  const [way, setWay] = useState<Way>(publishAt === undefined ? 'approved' : 'time')
  const [typed, setTyped] = useState(localOf(publishAt))
  const save = useSetPublishAt({ kind, id: _id, playlistId })
  const chosen = new Date(typed)
  const isTime = !Number.isNaN(chosen.getTime())

  function send(): void {
    // A field that is not filled has no time; the server says so.
    const time = isTime ? chosen.toISOString() : typed || 'none'
    save.mutate(way === 'time' ? time : '', {
      onSuccess: () => notify.success('The time is saved.', { timeout: SCREEN_TOAST_MS }),
    })
  }

  return (
    <div className={styles.box}>
      <Form errors={fieldErrors(save.error)} onSubmit={send} aria-label="Goes public">
        <RadioCards
          name="goesPublic"
          legend="Goes public"
          options={[
            // What is approved already goes public at once without a time.
            { value: 'approved', label: stage === 'scheduled' ? 'Now' : 'As soon as it is approved' },
            { value: 'time', label: isTime ? momentOf(chosen) : 'At a time' },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'time' && <TimeField publishAt={publishAt} onType={setTyped} />}
        <div>
          <Button type="submit" busy={save.isPending && 'Saving...'}>
            Save the time
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** `On 1 Dec 2026 at 09:00` */
function momentOf(chosen: Date): string {
  const time = chosen.toISOString()
  return `On ${formatDate(time)} at ${formatClock(time)}`
}

interface TimeFieldProps {
  publishAt: string | undefined
  onType: (text: string) => void
}

function TimeField({ publishAt, onType }: TimeFieldProps) {
  const field = useField({ name: 'publishAt' }, onType)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <FieldFrame field={field} label={`Date and time (${timeZone})`}>
      <input
        {...field.control}
        type="datetime-local"
        defaultValue={localOf(publishAt)}
        className={input.input}
      />
    </FieldFrame>
  )
}

/** The time as the field takes it: in the zone of the browser, without seconds. */
function localOf(time: string | undefined): string {
  if (time === undefined) return ''
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
