import { type RefObject, useRef, useState } from 'react'
import { ProviderSignUp } from '#contract/account/provider.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { ROLES } from '#contract/account/user-fields.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import authStyles from '#web/features/account/auth/auth-card.module.css'
import { mustAsk, RoleField } from '#web/features/account/auth/role-field.tsx'
import { drawPortrait } from '#web/features/media/draw-portrait.ts'
import { ImageField } from '#web/features/media/image-field.tsx'
import { useSiteInfo } from '#web/features/settings/site.queries.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { useProviderSignUp } from './provider.queries.ts'

interface SignUpFormProps {
  signup: { challenge: string; username: string; email: string }
  onLogin: (user: SessionUser) => void
}

/** The rest of an account after the first sign-in with the provider: a name, a role, and a picture or a drawn one. */
export function SignUpForm(props: SignUpFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { username, email } = props.signup
  // The address tells two people apart who use the same browser.
  const draft = useFormDraft('register', `provider ${email}`, { form, stored: { username, role: 'Student' } })
  return <Fields key={draft.version} {...props} form={form} draft={draft} />
}

interface FieldsProps extends SignUpFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function Fields({ signup, onLogin, form, draft }: FieldsProps) {
  const [role, setRole] = useState(ROLES.find((each) => each === draft.text('role', '')) ?? 'Student')
  const [errors, setErrors] = useState<FormErrors>({})
  const teachers = useSiteInfo().data?.teachers
  const signUp = useProviderSignUp(onLogin)

  function submit(data: FormData): void {
    if (signUp.isPending) return
    const values = {
      challenge: signup.challenge,
      username: textOf(data, 'username'),
      role,
      ...(role === 'Other' && { profession: textOf(data, 'profession') }),
      ...(mustAsk(role, { teachers }) && { teachingReason: textOf(data, 'teachingReason') }),
    }
    const checked = checkDraft(ProviderSignUp, values)
    setErrors(checked.errors ?? {})
    if (!checked.value) return
    signUp.mutate(
      { body: checked.value, image: fileOf(data, 'profilePhoto') },
      { onSaved: draft.remove, onError: (error) => setErrors(fieldErrors(error) ?? {}) },
    )
  }

  return (
    <Form
      ref={form}
      columns={2}
      errors={errors}
      onChange={draft.store}
      onSubmit={submit}
      aria-label="Your account"
    >
      <TextField
        name="username"
        label="Name"
        required
        span
        autoFocus
        autoComplete="name"
        defaultValue={draft.text('username', signup.username)}
      />
      <RoleField
        {...{ teachers, value: role, onChange: setRole }}
        reason={draft.text('teachingReason', '')}
      />
      {role === 'Other' && <ProfessionField stored={draft.text('profession', '')} />}
      <ImageField
        name="profilePhoto"
        label="Profile picture"
        round
        span
        help="Without one we draw you a portrait"
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
        className={authStyles.submit}
        busy={signUp.isPending}
      >
        Create account
      </Button>
    </Form>
  )
}

function ProfessionField({ stored }: { stored: string }) {
  return (
    <TextField
      name="profession"
      label="Profession"
      span
      required
      autoComplete="organization-title"
      defaultValue={stored}
    />
  )
}
