import { useRef, useState } from 'react'
import { TeacherRequestDraft } from '#contract/people/teacher-requests.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { checkDraft } from '#web/core/check-draft.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { useWrite } from '#web/core/use-write.ts'
import { TeachingReasonField } from '#web/features/account/auth/role-field.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { Button } from '#web/ui/navigation/button.tsx'

/** Where an admin decides who may teach, a user asks here. */
export function AskToTeach() {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('teaching', 'new', { form })
  const [errors, setErrors] = useState<FormErrors>({})
  const call = useCall()
  const { mutate, isPending, isSuccess } = useWrite({
    meta: { form: true },
    mutationFn: (reason: string) => call('teacherRequests.create', { body: { reason } }),
  })
  if (isSuccess) return <p role="status">You have asked. An admin will decide whether you can teach.</p>

  function submit(data: FormData): void {
    const { value, errors } = checkDraft(TeacherRequestDraft, { reason: textOf(data, 'teachingReason') })
    setErrors(atField(errors))
    if (!value) return
    mutate(value.reason, {
      onSaved: draft.remove,
      onError: (error) => setErrors(atField(fieldErrors(error))),
    })
  }

  return (
    <Form
      key={draft.version}
      ref={form}
      errors={errors}
      aria-label="Ask to teach"
      onChange={draft.store}
      onSubmit={submit}
    >
      <TeachingReasonField stored={draft.text('teachingReason', '')} />
      <DraftLine draft={draft} />
      <div>
        <Button type="submit" variant="primary" busy={isPending}>
          Ask to teach
        </Button>
      </div>
    </Form>
  )
}

/** The call and the form of the registration have other names for the field. */
function atField({ reason }: FormErrors = {}): FormErrors {
  return reason === undefined ? {} : { teachingReason: reason }
}
