import { useRef, useState } from 'react'
import { type Group, GroupDraft } from '#contract/people/groups.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form, FormFoot, FormHead } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { draftIn, GroupFields, textsOf } from './group-fields.tsx'
import { useChangeGroup } from './groups.queries.ts'

/** Changes the name, the description and the mail domain of a group. Only what was changed here is sent. */
export function GroupSettings({ group }: { group: Group }) {
  const form = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(group)
  const stored = textsOf(base)
  const draft = useFormDraft('group', group._id, { form, stored })
  const change = useChangeGroup(group)
  const [errors, setErrors] = useState<FormErrors>()

  function send(data: FormData): void {
    const checked = checkDraft(GroupDraft, draftIn(data))
    setErrors(checked.errors)
    const { value } = checked
    if (!value) return
    change.mutate(
      {
        ...(value.name !== base.name && { name: value.name }),
        ...(value.description !== base.description && { description: value.description }),
        ...(value.mailDomain !== base.mailDomain && { mailDomain: value.mailDomain }),
      },
      {
        onSaved: draft.remove,
        onSuccess: ({ message, group: saved }) => {
          setBase(saved)
          notify.success(message, { timeout: SCREEN_TOAST_MS })
        },
      },
    )
  }

  return (
    <Form
      key={draft.version}
      ref={form}
      card
      errors={errors ?? fieldErrors(change.error)}
      aria-label="Settings of the group"
      onChange={draft.store}
      onSubmit={send}
    >
      <FormHead title="Settings" draft={<DraftLine draft={draft} />} />
      <GroupFields draft={draft} stored={stored} />
      <FormFoot>
        <Button type="submit" variant="primary" busy={change.isPending && 'Saving...'}>
          Save
        </Button>
      </FormFoot>
    </Form>
  )
}
