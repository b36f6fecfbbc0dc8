import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SiteInfo } from '#contract/settings/site.ts'
import { useSite } from '#web/core/app-context.tsx'
import { textOf } from '#web/core/form-values.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { AuthScreen } from './auth-screen.tsx'
import { pastedInvitation } from './invited.ts'
import styles from './register-closed.module.css'

interface RegisterClosedProps {
  site: Pick<SiteInfo, 'registration' | 'contact'>
  /** The router state for the login. */
  state: unknown
}

/** In place of the form, where nobody may register, or only with an invitation. */
export function RegisterClosed({ site: { registration, contact }, state }: RegisterClosedProps) {
  const { name } = useSite()
  const isClosed = registration === 'closed'
  return (
    <AuthScreen
      title={isClosed ? 'Registration is closed' : 'Registration needs an invitation'}
      lead={isClosed ? `Nobody can register at ${name} now.` : 'Open the link that you were sent.'}
      mark="lock"
      other="You have an account already? Log in, and your invitation adds you to its groups."
    >
      <PasteLink />
      <section className={styles.contact} aria-label="Contact">
        <p>
          {isClosed ? 'A question?' : 'No link?'} Ask {name}.
        </p>
        {contact.email && (
          <a href={`mailto:${contact.email}`}>
            <Icon name="mail" />
            {contact.email}
          </a>
        )}
        {contact.phone && (
          <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
            <Icon name="telephone" />
            {contact.phone}
          </a>
        )}
      </section>
      <LinkButton variant="primary" size="lg" block to="/login" state={state}>
        Login
      </LinkButton>
    </AuthScreen>
  )
}

/** A pasted link opens at once; Enter says what is wrong with any other text. */
function PasteLink() {
  const { origin } = useSite()
  const navigate = useNavigate()
  const [errors, setErrors] = useState<FormErrors>({})
  function open(text: string): boolean {
    const token = pastedInvitation(text)
    if (token !== undefined) void navigate(`/join#invite=${token}`)
    return token !== undefined
  }
  return (
    <Form
      errors={errors}
      aria-label="Your invitation"
      onSubmit={(data) => {
        if (!open(textOf(data, 'link'))) setErrors({ link: 'Paste the whole link of your invitation.' })
      }}
    >
      <TextField
        name="link"
        label="Or paste the link here"
        kind="url"
        autoComplete="off"
        placeholder={`${origin}/join#invite=…`}
        onChange={open}
      />
    </Form>
  )
}
