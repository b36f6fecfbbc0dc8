import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { OwnMail } from '#contract/mail/mail.ts'
import { ASK_OPERATOR, MAIL_FAILED, UNREACHABLE } from '#contract/mail/mail-messages.ts'
import { useCall } from '#web/core/app-context.tsx'
import { ownMailOf, useSendLinkAgain } from '#web/features/account/auth/mail.queries.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './bar.module.css'

interface Problem {
  sentence: string
  action: string
  /** Whether another address would help. */
  changes: boolean
}

/** The most serious problem with the user's mail, if there is one. */
function problemOf({ address, isOff, asksToConfirm, lastLink, mode }: OwnMail): Problem | undefined {
  const again = { action: 'Try again', changes: true }
  if (isOff) {
    const sentence = `Emails to ${address} are rejected, so we stopped sending them.`
    return { ...again, sentence: lastLink === 'unreachable' ? UNREACHABLE : sentence }
  }
  if (lastLink === 'failed') return { ...again, sentence: MAIL_FAILED, changes: false }
  if (!asksToConfirm) return
  if (lastLink === 'unreachable') return { ...again, sentence: UNREACHABLE }
  if (lastLink === 'rejected') return { ...again, sentence: `The email to ${address} was rejected.` }
  const asked = 'Please confirm your email address.'
  if (mode === 'outbox')
    return { sentence: `${asked} ${ASK_OPERATOR}`, action: 'Make the link', changes: false }
  if (lastLink === null) {
    return {
      sentence: `Please confirm your email address, ${address}.`,
      action: 'Send a link',
      changes: false,
    }
  }
  return { sentence: `${asked} We sent a link to ${address}.`, action: 'Send again', changes: false }
}

/** Shown above every screen while the user's address is unconfirmed or mails to it fail. */
export function MailBar({ me }: { me: SessionUser }) {
  const { data } = useQuery({ ...ownMailOf(useCall(), me._id), refetchOnWindowFocus: true })
  const problem = data && problemOf(data)
  if (!problem) return null
  return (
    <Bar sentence={problem.sentence}>
      <SendAgain label={problem.action} />
      {problem.changes && (
        <TextLink to={`/update-user/${me._id}`} inline>
          Change address
        </TextLink>
      )}
    </Bar>
  )
}

function Bar({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label="Your mail">
      <p>{sentence}</p>
      <div className={styles.actions}>{children}</div>
    </section>
  )
}

function SendAgain({ label }: { label: string }) {
  const again = useSendLinkAgain()
  return (
    <Button size="sm" busy={again.isPending} onClick={() => again.mutate()}>
      {label}
    </Button>
  )
}
