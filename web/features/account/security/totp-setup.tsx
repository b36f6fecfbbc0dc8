import { useState } from 'react'
import { ApiError, fieldErrors } from '#web/core/api-error.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './authenticator.module.css'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'
import { useTurnOnTotp } from './security.queries.ts'
import { Box, Foot, Warning } from './settings.tsx'

export interface Offer {
  secret: string
  address: string
}

interface TotpSetupProps {
  offer: Offer
  /** Gets the recovery codes. */
  onDone: (codes: string[]) => void
  onCancel: () => void
}

/** Shows the secret as a QR code and in groups, and turns the app on with its first code. */
export function TotpSetup({ offer: { secret, address }, onDone, onCancel }: TotpSetupProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  const { mutate, isPending } = useTurnOnTotp()
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret

  function submit(data: FormData): void {
    const code = textOf(data, 'code').trim()
    if (code === '') setErrors({ code: 'Enter the six digits.' })
    else
      mutate(
        { code },
        {
          onSuccess: ({ recoveryCodes = [] }) => onDone(recoveryCodes),
          onError: (error) => {
            setErrors(fieldErrors(error) ?? {})
            if (error instanceof ApiError && error.code === 'conflict') onCancel()
          },
        },
      )
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(secret)
    notify.success('Key copied.', { timeout: SCREEN_TOAST_MS })
  }

  return (
    <Form errors={errors} onSubmit={submit} aria-label="Set up an authenticator app">
      <Box>
        <Warning>Apps that can't ask for a code will no longer be able to log in.</Warning>
        <div className={styles.setup}>
          <div className={styles.qr}>
            <QrCode text={address} label="QR code of the key" />
          </div>
          <ol className={styles.steps}>
            <li>
              <span className={styles.number} aria-hidden="true">
                1
              </span>
              <div className={styles.body}>
                <span>Scan the code with your app, or type the key.</span>
                <span className={styles.secret}>
                  <span>{groups}</span>
                  <CopyButton label="Copy the key" copy={copy} />
                </span>
              </div>
            </li>
            <li>
              <span className={styles.number} aria-hidden="true">
                2
              </span>
              <div className={styles.code}>
                <TextField
                  name="code"
                  label="Enter the code that your app shows."
                  kind="numeric"
                  autoFocus
                  autoComplete="one-time-code"
                />
              </div>
            </li>
          </ol>
        </div>
        <Foot hint="Next you get 10 recovery codes to keep. You will be logged out everywhere else.">
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="sm" type="submit" variant="primary" busy={isPending}>
            Turn on
          </Button>
        </Foot>
      </Box>
    </Form>
  )
}
