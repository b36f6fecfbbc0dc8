import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { ADMIN_PASSWORD_HINT } from '#contract/account/auth.ts'
import { SetupDraft } from '#contract/account/setup.ts'
import { fieldErrors, isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
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
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { setupOf, useSetUp } from './setup.queries.ts'
import styles from './setup-form.module.css'

const FIELDS = ['code', 'username', 'email', 'password'] as const

interface SetupFormProps {
  onDone: () => void
}

/** The first admin. The code and the passwords are in no draft. */
export function SetupForm(props: SetupFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('setup', 'new', { form })
  return <SetupFields key={draft.version} {...props} form={form} draft={draft} />
}

interface SetupFieldsProps extends SetupFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function SetupFields({ form, draft, onDone }: SetupFieldsProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  const setUp = useSetUp(onDone)
  const cache = useQueryClient()
  const call = useCall()
  const hintId = useId()

  function submit(data: FormData): void {
    if (setUp.isPending) return
    const values = Object.fromEntries(FIELDS.map((name) => [name, textOf(data, name)]))
    const confirmPassword = textOf(data, 'confirmPassword')
    const checked = checkDraft(SetupDraft, { ...values, confirmPassword })
    setErrors(checked.errors ?? {})
    if (!checked.value) return
    setUp.mutate(
      { body: checked.value, image: fileOf(data, 'profilePhoto') },
      {
        onSaved: draft.remove,
        onError(error) {
          setErrors(fieldErrors(error) ?? {})
          // Somebody else was first.
          if (isNotFound(error)) void cache.invalidateQueries({ queryKey: setupOf(call).queryKey })
        },
      },
    )
  }

  return (
    <Form ref={form} columns={2} errors={errors} onChange={draft.store} onSubmit={submit} aria-label="Setup">
      <div className={styles.code}>
        <TextField
          name="code"
          label="Code from the terminal"
          required
          span
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          help="It is printed where the server was started, and works until the first admin exists."
        />
      </div>
      <TextField
        name="username"
        label="Your name"
        required
        autoComplete="name"
        defaultValue={draft.text('username', '')}
      />
      <TextField
        name="email"
        label="Email"
        kind="email"
        required
        autoComplete="email"
        defaultValue={draft.text('email', '')}
      />
      <NewPasswordField name="password" label="Password" required helpId={hintId} />
      <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
      <PasswordHint id={hintId} text={ADMIN_PASSWORD_HINT} />
      <ImageField
        name="profilePhoto"
        label="Profile picture"
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
        busy={setUp.isPending}
      >
        Create the admin
      </Button>
    </Form>
  )
}
