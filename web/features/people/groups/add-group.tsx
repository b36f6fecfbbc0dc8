import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { GroupDraft } from '#contract/people/groups.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { useFormDialog } from '#web/ui/form/use-form-dialog.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { draftIn, GroupFields, NEW_GROUP } from './group-fields.tsx'
import { useAddGroup } from './groups.queries.ts'

/** Asks for the name of a new group, and leads to it. */
export function AddGroupDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('group', 'new', { form })
  const add = useAddGroup()
  const navigate = useNavigate()
  const [errors, setErrors] = useState<FormErrors>()
  const { dialog, close, question } = useFormDialog({
    first,
    isPending: add.isPending,
    hasDraft: draft.restored !== undefined,
    onClose: () => {
      draft.remove()
      onClose()
    },
  })

  function send(data: FormData): void {
    const checked = checkDraft(GroupDraft, draftIn(data))
    setErrors(checked.errors)
    if (checked.value)
      add.mutate(checked.value, {
        onSaved: draft.remove,
        onSuccess: ({ group }) => void navigate(`/admin/groups/${group._id}`),
      })
  }

  return (
    <dialog
      {...dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className={dialogStyles.dialog}
    >
      <h2 id={`${id}title`}>Add a group</h2>
      <p id={`${id}text`}>Then add people to it, or invite them.</p>
      <Form
        key={draft.version}
        ref={form}
        errors={errors ?? fieldErrors(add.error)}
        aria-labelledby={`${id}title`}
        onChange={draft.store}
        onSubmit={send}
      >
        <GroupFields draft={draft} stored={NEW_GROUP} first={first} />
        <DraftLine draft={draft} />
        <div className={dialogStyles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={add.isPending && 'Adding...'}>
            Add group
          </Button>
        </div>
      </Form>
      {question}
    </dialog>
  )
}
