import { useState } from 'react'
import type { AdminSettings } from '#contract/settings/settings.ts'
import { Box, Row, Setting } from '#web/features/account/security/settings.tsx'
import { useTestMail } from '#web/features/overview/overview.queries.ts'
import { Button } from '#web/ui/navigation/button.tsx'

const NAMES = {
  smtp: 'A mail server',
  outbox: 'Files in the outbox',
  none: 'No mail is sent',
} as const

/** Whether and how the site sends mail, which the environment decides, with a test. */
export function MailSettings({ stored: { mail } }: { stored: AdminSettings }) {
  const test = useTestMail()
  const [result, setResult] = useState<{ ok: boolean; message: string }>()
  const from = mail.from === null ? [] : [`From ${mail.from}`]
  const state = mail.mode === 'none' ? ['Set SMTP_URL and MAIL_FROM to send mail.'] : from
  return (
    <Setting title="Mail" text="The server and its password are set in the environment.">
      <Box>
        <Row
          icon="mail"
          name={mail.server ?? NAMES[mail.mode]}
          tag={result?.ok ? 'Works' : undefined}
          warning={result?.ok === false ? 'Does not work' : undefined}
          details={<span role="status">{[...state, ...(result ? [result.message] : [])].join(' · ')}</span>}
        >
          {mail.mode !== 'none' && (
            <Button
              size="sm"
              busy={test.isPending}
              onClick={() =>
                test.mutate(undefined, {
                  onSuccess: setResult,
                  onError: ({ message }) => setResult({ ok: false, message }),
                })
              }
            >
              Send me a test
            </Button>
          )}
        </Row>
      </Box>
    </Setting>
  )
}
