import { type ReactNode, useState } from 'react'
import { textOf } from '#web/core/form-values.ts'
import { NewPasswordField } from '#web/ui/form/new-password-field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Methods, ReauthDialog } from './reauth-dialog.tsx'
import { useSetPassword } from './security.queries.ts'
import { Box, Row, Setting } from './settings.tsx'

/** Changes the password; a user without one sets one. */
export function PasswordSetting({ methods, changedAt }: { methods: Methods; changedAt: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const { hasPassword } = methods
  return (
    <Setting title="Password" text="Choose one that you use nowhere else.">
      <Box>
        <Row
          icon="password"
          name="Password"
          details={hasPassword ? whenChanged(changedAt) : 'You log in without one.'}
        >
          <Button size="sm" onClick={() => setOpen(true)}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        </Row>
      </Box>
      {isOpen && <PasswordDialog methods={methods} onClose={() => setOpen(false)} />}
    </Setting>
  )
}

function whenChanged(changedAt: string | null): ReactNode {
  if (changedAt === null) return 'Set when you registered'
  return (
    <>
      Changed on <RelativeTime at={changedAt}>{formatDate(changedAt)}</RelativeTime>
    </>
  )
}

function PasswordDialog({ methods, onClose }: { methods: Methods; onClose: () => void }) {
  const write = useSetPassword()
  const action = methods.hasPassword ? 'Change password' : 'Set password'
  return (
    <ReauthDialog
      title={action}
      text="You will be logged out everywhere else. Your second step stays as it is."
      action={action}
      passwordLabel="Current password"
      methods={methods}
      write={write}
      inputOf={(proof, data) => ({
        ...proof,
        newPassword: textOf(data, 'newPassword'),
        confirmPassword: textOf(data, 'confirmPassword'),
      })}
      onClose={onClose}
    >
      <NewPasswordField name="newPassword" label="New password" required />
      <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
    </ReauthDialog>
  )
}
