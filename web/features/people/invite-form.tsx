import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ROLES, type Role } from '#contract/account/user-fields.ts'
import type { CallReply } from '#contract/api.ts'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import {
  ADDRESSES_MAX,
  DAYS_DEFAULT,
  DAYS_MAX,
  LEAD_DAYS_MAX,
  LEAD_USES_MAX,
  USES_DEFAULT,
  USES_MAX,
} from '#contract/people/invitation-messages.ts'
import { InvitationDraft } from '#contract/people/invitations.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { groupsIn } from '#web/features/catalog/visibility/chosen-groups.ts'
import { GroupSelect } from '#web/features/catalog/visibility/group-select.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { useInvite } from './invitations.queries.ts'
import styles from './invite-form.module.css'
import { addressesIn } from './typed-addresses.ts'

export type InviteWay = 'mail' | 'link'
export type Invited = CallReply<'invitations.create'>

interface InviteFormProps {
  way: InviteWay
  /** Invites to this group alone. */
  group?: GroupRef | undefined
  /** A lead invites students only. */
  asLead?: boolean
  onInvited: (invited: Invited) => void
}

/** Invites people by mail, or makes a link for several. */
export function InviteForm(props: InviteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { way, group } = props
  const stored = way === 'link' ? { ...STORED, uses: String(USES_DEFAULT) } : STORED
  const draft = useFormDraft(`invitation by ${way}`, group?._id ?? 'new', { form, stored })
  return <InviteFields key={draft.version} {...props} form={form} draft={draft} />
}

const STORED = { role: 'Student', days: String(DAYS_DEFAULT) }
const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }))

interface InviteFieldsProps extends InviteFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function InviteFields({ way, group, asLead = false, onInvited, form, draft }: InviteFieldsProps) {
  const [role, setRole] = useState<Role>(ROLES.find((each) => each === draft.text('role', '')) ?? 'Student')
  const [groups, setGroups] = useState<readonly string[]>(() =>
    group ? [group._id] : groupsIn(draft.text('groups', '')),
  )
  const [errors, setErrors] = useState<FormErrors>({})
  const invite = useInvite()

  function submit(data: FormData): void {
    if (invite.isPending) return
    const { value, errors: wrong } = checkDraft(InvitationDraft, {
      kind: way,
      role,
      groups: [...groups],
      days: Number(textOf(data, 'days')),
      ...(way === 'link' && { uses: Number(textOf(data, 'uses')) }),
      ...(way === 'mail' && { emails: addressesIn(textOf(data, 'emails')) }),
    })
    setErrors(wrong ?? {})
    if (!value) return
    invite.mutate(value, {
      onSaved: draft.remove,
      onSuccess: onInvited,
      onError: (error) => setErrors(fieldErrors(error) ?? {}),
    })
  }

  return (
    <Form ref={form} aria-label={WORDS[way].form} errors={errors} onChange={draft.store} onSubmit={submit}>
      {way === 'mail' && <Addresses draft={draft} />}
      {!asLead && (
        <Segmented name="role" legend="Role" options={ROLE_OPTIONS} value={role} onChange={setRole} />
      )}
      {!group && (
        <fieldset className={styles.groups}>
          <legend>Groups</legend>
          <GroupSelect
            chosen={groups}
            onChange={(chosen) => {
              // The draft reads the hidden field.
              flushSync(() => setGroups(chosen))
              draft.store()
            }}
          />
        </fieldset>
      )}
      <Limits way={way} asLead={asLead} draft={draft} />
      <DraftLine draft={draft} />
      <div>
        <Button type="submit" variant="primary" busy={invite.isPending && 'Inviting...'}>
          <Icon name={WORDS[way].icon} size="sm" />
          {WORDS[way].submit}
        </Button>
      </div>
    </Form>
  )
}

const WORDS = {
  mail: { form: 'Invite by mail', submit: 'Send invitations', icon: 'send' },
  link: { form: 'New link', submit: 'Create the link', icon: 'link' },
} as const

function Addresses({ draft }: { draft: FormDraft }) {
  return (
    <TextAreaField
      name="emails"
      label="Email addresses"
      required
      rows={5}
      placeholder="anna@school.example"
      help={`One per line, or separated by commas. At most ${ADDRESSES_MAX}.`}
      defaultValue={draft.text('emails', '')}
    />
  )
}

/** How often and how long an invitation can be used. */
function Limits({ way, asLead, draft }: { way: InviteWay; asLead: boolean; draft: FormDraft }) {
  const isLink = way === 'link'
  return (
    <>
      {isLink && (
        <TextField
          name="uses"
          label="How many people can use it"
          kind="numeric"
          required
          help={`1 to ${asLead ? LEAD_USES_MAX : USES_MAX}.`}
          defaultValue={draft.text('uses', String(USES_DEFAULT))}
        />
      )}
      <TextField
        name="days"
        label="Days until it expires"
        kind="numeric"
        required
        help={`1 to ${asLead && isLink ? LEAD_DAYS_MAX : DAYS_MAX}.`}
        defaultValue={draft.text('days', String(DAYS_DEFAULT))}
      />
    </>
  )
}
