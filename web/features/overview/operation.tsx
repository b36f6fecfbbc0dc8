import { useState } from 'react'
import type { CallReply } from '#contract/api.ts'
import { countOf } from '#contract/format.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { BACKUP_DAYS } from '#contract/overview/overview-kinds.ts'
import { useSite } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatAge, formatFullTime, formatVideoSize } from '#web/ui/text/format.ts'
import { Box, Row } from './box.tsx'
import styles from './overview.module.css'
import { useTestMail } from './overview.queries.ts'

const DAY = 86_400_000

/** Mail, backup and version. */
export function Operation(overview: Pick<Overview, 'mail' | 'backup' | 'version' | 'commit'>) {
  const { mail, backup, version, commit } = overview
  return (
    <Box title="Operation">
      <ul>
        <MailRow mail={mail} />
        <BackupRow backup={backup} />
        <Row
          icon="info"
          title={`Lectern ${version}`}
          detail={commit === null ? 'Version' : `Commit ${commit}`}
        />
      </ul>
    </Box>
  )
}

const MODES = { smtp: 'SMTP', outbox: 'Outbox: mails are files for the operator', none: 'Set SMTP_URL first' }

function MailRow({ mail: { mode, waiting, failed, rejected } }: Pick<Overview, 'mail'>) {
  const test = useTestMail()
  const [result, setResult] = useState<CallReply<'overview.testMail'>>()
  const isBad = failed > 0 || result?.ok === false
  const titles = { smtp: isBad ? 'Mail has failed' : 'Mail is on', outbox: 'No mail server', none: 'No mail' }
  const { name } = useSite()
  const detail = [
    MODES[mode],
    waiting > 0 && `${waiting} waiting`,
    failed > 0 && `${failed} failed in 7 days`,
    rejected > 0 && `${rejected} rejected in 7 days`,
  ]
  const tone = mode === 'none' || isBad ? 'warn' : 'good'
  return (
    <Row
      icon="mail"
      tone={tone}
      title={titles[mode]}
      detail={detail.filter(Boolean).join(' · ')}
      below={
        <p role="status" className={styles.result} data-ok={result?.ok}>
          {result?.message}
        </p>
      }
    >
      {mode !== 'none' && (
        <Button
          size="sm"
          variant="ghost"
          busy={test.isPending}
          aria-label={`Send me a test mail from ${name}`}
          onClick={() => test.mutate(undefined, { onSuccess: setResult })}
        >
          Send me a test
        </Button>
      )}
    </Row>
  )
}

function BackupRow({ backup: { last, failed } }: Pick<Overview, 'backup'>) {
  const age = last ? Date.now() - Date.parse(last.at) : Number.POSITIVE_INFINITY
  const isOld = age > BACKUP_DAYS * DAY
  const size = last?.bytes == null ? '' : `, ${formatVideoSize(last.bytes)}`
  const failure = failed && `The last try failed: ${failed.error}`
  if (!last) {
    const detail = failure ?? 'Run npm run backup -- <file>'
    return <Row icon="folder" tone="warn" title="No backup yet" detail={detail} />
  }
  if (isOld) {
    const title = `No backup for ${countOf(Math.floor(age / DAY), 'day')}.`
    const detail = failure ?? `Last: ${formatFullTime(last.at)}${size}`
    return <Row icon="folder" tone="warn" title={title} detail={detail} />
  }
  return (
    <Row
      icon="folder"
      tone={failure ? 'warn' : 'good'}
      title="Backup"
      detail={failure ?? `${formatAge(age)} ago${size}`}
    />
  )
}
