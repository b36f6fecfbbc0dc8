import { type RefObject, useId, useRef, useState } from 'react'
import { RegisterDraft } from '#contract/account/auth.ts'
import { ROLES, type Role } from '#contract/account/user-fields.ts'
import { PROFILE_PHOTO_REQUIRED } from '#contract/media/media.ts'
import { consentText } from '#contract/settings/legal-kinds.ts'
import { domainsNeeded } from '#contract/settings/registration-messages.ts'
import type { SiteInfo } from '#contract/settings/site.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import { drawPortrait } from '#web/features/media/draw-portrait.ts'
import { ImageField } from '#web/features/media/image-field.tsx'
import { Note } from '#web/ui/feedback/note.tsx'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { NewPasswordField, PasswordHint } from '#web/ui/form/new-password-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { useRegister } from './auth.queries.ts'
import styles from './auth-card.module.css'
import { ConsentField } from './consent-field.tsx'
import type { Invited } from './invited.ts'
import type { NewAccount } from './new-account.ts'
import { mustAsk, RoleField } from './role-field.tsx'

interface RegisterFormProps {
  /** The initial role, instead of Student. */
  initialRole: Role | undefined
  /** The invitation that the visitor has opened. */
  invited: Invited | undefined
  /** Unknown where they could not be loaded; then the server decides alone. */
  policies: Pick<SiteInfo, 'registration' | 'registrationDomains' | 'teachers' | 'legal'> | undefined
  onRegistered: (message: string, account: NewAccount) => void
}

/**
 * Sign-up. The profession is shown and sent only for the role Other; changing the role clears it. The server checks whether
 * the passwords are equal.
 */
export function RegisterForm(props: RegisterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { invited } = props
  const stored = {
    role: initialRoleOf(props),
    ...(invited?.username && { username: invited.username }),
    ...(invited?.email && { email: invited.email }),
  }
  const draft = useFormDraft('register', invited?.token ?? 'new', { form, stored })
  return <RegisterFields key={draft.version} {...props} form={form} draft={draft} />
}

interface RegisterFieldsProps extends RegisterFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function RegisterFields({ form, draft, ...props }: RegisterFieldsProps) {
  const { invited, policies, onRegistered } = props
  const [chosen, setRole] = useState(ROLES.find((each) => each === draft.text('role', '')))
  const role = chosen ?? initialRoleOf(props)
  const teachers = invited?.role === 'Teacher' ? 'open' : policies?.teachers
  const [errors, setErrors] = useState<FormErrors>({})
  const register = useRegister()
  const hintId = useId()

  function submit(data: FormData): void {
    if (register.isPending) return
    const values = typedIn(data, { role, invited, teachers, legal: policies?.legal })
    const { email, password, consent } = values
    const image = fileOf(data, 'profilePhoto')
    const checked = checkDraft(RegisterDraft, { ...values, confirmPassword: password ?? '' })
    const errors = { ...checked.errors, ...missingIn(data, { image, consent }) }
    setErrors(errors)
    if (Object.keys(errors).length > 0) return
    register.mutate(
      { body: { ...values, confirmPassword: textOf(data, 'confirmPassword') }, image },
      {
        onSaved: draft.remove,
        onSuccess: ({ message }) => onRegistered(message, { email, password }),
        onError: (error) => setErrors(fieldErrors(error) ?? {}),
      },
    )
  }

  return (
    <Form
      ref={form}
      columns={2}
      errors={errors}
      onChange={draft.store}
      onSubmit={submit}
      aria-label="Register"
    >
      {invited && <InvitationNote {...invited} />}
      <NameAndEmail draft={draft} invited={invited} help={emailHelp(props)} />
      <NewPasswordField name="password" label="Password" required helpId={hintId} />
      <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
      <PasswordHint id={hintId} />
      <RoleField
        {...{ teachers, value: role, onChange: setRole }}
        reason={draft.text('teachingReason', '')}
      />
      {role === 'Other' && (
        <TextField
          name="profession"
          label="Profession"
          span
          required
          autoComplete="organization-title"
          defaultValue={draft.text('profession', '')}
        />
      )}
      <ImageField
        name="profilePhoto"
        label="Profile picture"
        required
        round
        span
        help="A square image works best"
        chosen={draft.file('profilePhoto')}
        draw={drawPortrait}
        onChange={draft.store}
      />
      <ConsentField legal={policies?.legal} draft={draft} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        className={styles.submit}
        busy={register.isPending}
      >
        Register
      </Button>
    </Form>
  )
}

interface Chosen {
  role: Role
  invited: Invited | undefined
  teachers: SiteInfo['teachers'] | undefined
  legal: SiteInfo['legal'] | undefined
}

/** What the form sends besides the confirmation of the password. */
function typedIn(data: FormData, { role, invited, teachers, legal = {} }: Chosen) {
  const consent = consentText(legal)
  return {
    username: textOf(data, 'username'),
    email: invited?.email ?? textOf(data, 'email'),
    password: textOf(data, 'password'),
    role,
    ...(role === 'Other' && { profession: textOf(data, 'profession') }),
    ...(mustAsk(role, { teachers }) && { teachingReason: textOf(data, 'teachingReason') }),
    ...(invited && { invitation: invited.token }),
    ...(consent !== '' && { consent }),
  }
}

/** What the contract does not ask for. */
function missingIn(
  data: FormData,
  { image, consent }: { image: File | undefined; consent: string | undefined },
): FormErrors {
  return {
    ...(!image && { profilePhoto: PROFILE_PHOTO_REQUIRED }),
    ...(consent !== undefined && !data.has('accepts') && { consent: 'Accept them to register.' }),
  }
}

function initialRoleOf({ initialRole, invited }: Pick<RegisterFormProps, 'initialRole' | 'invited'>): Role {
  return invited?.role ?? initialRole ?? 'Student'
}

function emailHelp({ invited, policies }: Pick<RegisterFormProps, 'invited' | 'policies'>) {
  if (invited) return invited.email === null ? undefined : 'The invitation is for this address.'
  if (policies?.registration !== 'domain') return
  return `${domainsNeeded(policies.registrationDomains)} You confirm it before your first login.`
}

/** Says what the invitation gives, and what is wrong with it. */
function InvitationNote({ groups }: Invited) {
  const field = useField({ name: 'invitation' })
  return (
    <div className={styles.submit}>
      <Note title="You are invited.">
        {groups.length > 0 && <p>Your account joins {groups.join(', ')}.</p>}
        <FieldError field={field} />
      </Note>
    </div>
  )
}

interface NameAndEmailProps {
  draft: FormDraft
  invited: Invited | undefined
  help: string | undefined
}

function NameAndEmail({ draft, invited, help }: NameAndEmailProps) {
  return (
    <>
      <TextField
        name="username"
        label="Name"
        required
        span
        autoComplete="name"
        defaultValue={draft.text('username', invited?.username ?? '')}
      />
      <TextField
        name="email"
        label="Email"
        kind="email"
        required
        span
        autoComplete="email"
        help={help}
        readOnly={typeof invited?.email === 'string'}
        defaultValue={invited?.email ?? draft.text('email', '')}
      />
    </>
  )
}
