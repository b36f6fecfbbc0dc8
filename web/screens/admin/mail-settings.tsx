import type { AdminSettings } from '#contract/settings/settings.ts'
import { Box, Row, Setting } from '#web/features/account/security/settings.tsx'

const NAMES = {
  smtp: 'A mail server',
  outbox: 'Files in the outbox',
  none: 'No mail is sent',
} as const

/** Whether and how the site sends mail, which the environment decides. */
export function MailSettings({ stored: { mail } }: { stored: AdminSettings }) {
  return (
    <Setting title="Mail" text="The server and its password are set in the environment.">
      <Box>
        <Row
          icon="mail"
          name={mail.server ?? NAMES[mail.mode]}
          details={mail.from === null ? 'Set SMTP_URL and MAIL_FROM to send mail.' : `From ${mail.from}`}
        />
      </Box>
    </Setting>
  )
}
