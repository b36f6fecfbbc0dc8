import { useState } from 'react'
import { encode } from 'uqr'
import { ApiError, fieldErrors } from '#web/core/api-error.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './authenticator.module.css'
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

/** Copies something, or says that it cannot: browsers offer the clipboard only with https. */
function CopyButton({ label, copy }: { label: string; copy: () => Promise<void> }) {
  const run = () =>
    copy().catch(() => notify.error('Your browser does not allow copying.', { timeout: SCREEN_TOAST_MS }))
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames(iconButton.iconButton, iconButton.sm)}
      onClick={() => void run()}
    >
      <Icon name="copy" size="sm" />
    </button>
  )
}

/** The empty edge that scanners need, in squares. */
const EDGE = 2

/** A text as a QR code: one rectangle for each run of black squares in a row. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: EDGE })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      {runsIn(data).map(({ x, y, width }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={width} height={1} />
      ))}
    </svg>
  )
}

interface Run {
  x: number
  y: number
  width: number
}

function runsIn(rows: boolean[][]): Run[] {
  return rows.flatMap((row, y) => {
    const runs: Run[] = []
    for (const [x, isBlack] of row.entries()) {
      const last = runs.at(-1)
      if (isBlack && last && last.x + last.width === x) last.width += 1
      else if (isBlack) runs.push({ x, y, width: 1 })
    }
    return runs
  })
}
