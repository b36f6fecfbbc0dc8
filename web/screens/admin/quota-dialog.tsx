import { useId, useRef } from 'react'
import type { PersonPage } from '#contract/people/people.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { textOf } from '#web/core/form-values.ts'
import { useSetQuota } from '#web/features/people/directory/person.queries.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'

interface QuotaDialogProps {
  page: PersonPage
  onClose: () => void
}

/** Asks how much a person may upload. */
export function QuotaDialog({ page: { person, space }, onClose }: QuotaDialogProps) {
  const id = useId()
  const first = useRef(null)
  const { mutate, isPending, error } = useSetQuota(person._id)
  const { dialog, close, question } = useFormDialog({ first, isPending, onClose })
  return (
    <dialog {...dialog} aria-labelledby={id} className={dialogStyles.dialog}>
      <h2 id={id}>
        How much may <bdi>{person.username}</bdi> upload?
      </h2>
      <Form
        errors={fieldErrors(error)}
        aria-labelledby={id}
        onSubmit={(data) => mutate(numberIn(textOf(data, 'gb')), { onSuccess: onClose })}
      >
        <TextField
          name="gb"
          label="Upload quota in GB"
          kind="numeric"
          help={`Leave it empty for the site’s default, ${space.siteQuotaGb} GB. A smaller quota only stops new uploads.`}
          defaultValue={space.quotaGb === null ? '' : String(space.quotaGb)}
        />
        <div className={dialogStyles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            Save
          </Button>
        </div>
      </Form>
      {question}
    </dialog>
  )
}

/** The server rejects what is no number. */
function numberIn(text: string): number | null {
  if (text.trim() === '') return null
  const number = Number(text.replaceAll(',', ''))
  return Number.isFinite(number) ? number : -1
}
