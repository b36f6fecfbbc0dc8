import { type RefObject, useId, useRef, useState } from 'react'
import { RegisterDraft } from '#contract/account/auth.ts'
import { ROLES, type Role } from '#contract/account/user-fields.ts'
import { PROFILE_PHOTO_REQUIRED } from '#contract/media/media.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import { drawPortrait } from '#web/features/media/draw-portrait.ts'
import { ImageField } from '#web/features/media/image-field.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { NewPasswordField, PasswordHint } from '#web/ui/form/new-password-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { useRegister } from './auth.queries.ts'
import styles from './auth-card.module.css'
import type { NewAccount } from './new-account.ts'

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }))

interface RegisterFormProps {
  /** The initial role, instead of Student. */
  initialRole: Role | undefined
  onRegistered: (message: string, account: NewAccount) => void
}

/**
 * Sign-up. The profession is shown and sent only for the role Other; changing the role clears it. The server checks whether
 * the passwords are equal.
 */
export function RegisterForm(props: RegisterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('register', 'new', { form, stored: { role: props.initialRole ?? 'Student' } })
  return <RegisterFields key={draft.version} {...props} form={form} draft={draft} />
}

interface RegisterFieldsProps extends RegisterFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function RegisterFields({ initialRole, onRegistered, form, draft }: RegisterFieldsProps) {
  const [chosen, setRole] = useState(ROLES.find((each) => each === draft.text('role', '')))
  const role = chosen ?? initialRole ?? 'Student'
  const [errors, setErrors] = useState<FormErrors>({})
  const register = useRegister()
  const hintId = useId()

  function submit(data: FormData): void {
    if (register.isPending) return
    const password = textOf(data, 'password')
    const values = {
      username: textOf(data, 'username'),
      email: textOf(data, 'email'),
      password,
      role,
      ...(role === 'Other' && { profession: textOf(data, 'profession') }),
    }
    const image = fileOf(data, 'profilePhoto')
    const checked = checkDraft(RegisterDraft, { ...values, confirmPassword: password })
    const errors = { ...checked.errors, ...(!image && { profilePhoto: PROFILE_PHOTO_REQUIRED }) }
    setErrors(errors)
    if (Object.keys(errors).length > 0) return
    register.mutate(
      { body: { ...values, confirmPassword: textOf(data, 'confirmPassword') }, image },
      {
        onSaved: draft.remove,
        onSuccess: ({ message }) => onRegistered(message, { email: values.email, password }),
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
      <NameAndEmail draft={draft} />
      <NewPasswordField name="password" label="Password" required helpId={hintId} />
      <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
      <PasswordHint id={hintId} />
      <Segmented name="role" legend="Role" span options={ROLE_OPTIONS} value={role} onChange={setRole} />
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
      <DraftLine draft={draft} />
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

function NameAndEmail({ draft }: { draft: FormDraft }) {
  return (
    <>
      <TextField
        name="username"
        label="Name"
        required
        span
        autoComplete="name"
        defaultValue={draft.text('username', '')}
      />
      <TextField
        name="email"
        label="Email"
        kind="email"
        required
        span
        autoComplete="email"
        defaultValue={draft.text('email', '')}
      />
    </>
  )
}
