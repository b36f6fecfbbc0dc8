import type { Ref } from 'react'
import type { Group } from '#contract/people/groups.ts'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

type Fields = 'name' | 'description' | 'mailDomain'

/** The texts of a group as its form has them. */
export const textsOf = ({ name, description, mailDomain }: Group): Record<Fields, string> => ({
  name,
  description,
  mailDomain: mailDomain ?? '',
})

export const NEW_GROUP: Record<Fields, string> = { name: '', description: '', mailDomain: '' }

/** What the form sends. Without a domain, there is no rule. */
export function draftIn(data: FormData) {
  const mailDomain = textOf(data, 'mailDomain')
  return {
    name: textOf(data, 'name'),
    description: textOf(data, 'description'),
    mailDomain: mailDomain.trim() === '' ? null : mailDomain,
  }
}

interface GroupFieldsProps {
  draft: FormDraft
  stored: Record<Fields, string>
  first?: Ref<HTMLInputElement>
}

/** The fields of a group. */
export function GroupFields({ draft, stored, first }: GroupFieldsProps) {
  return (
    <>
      <TextField
        ref={first}
        name="name"
        label="Name"
        required
        autoComplete="off"
        defaultValue={draft.text('name', stored.name)}
      />
      <TextAreaField
        name="description"
        label="Description"
        rows={3}
        defaultValue={draft.text('description', stored.description)}
      />
      <TextField
        name="mailDomain"
        label="Mail domain"
        kind="url"
        autoComplete="off"
        placeholder="school.example"
        help="Everybody who has confirmed an address at this domain is a member. Another address ends it."
        defaultValue={draft.text('mailDomain', stored.mailDomain)}
      />
    </>
  )
}
