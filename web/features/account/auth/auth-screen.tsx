import type { ReactNode } from 'react'
import { LINK_USED } from '#contract/mail/mail-messages.ts'
import { classNames } from '#web/ui/class-names.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { AuthCard, AuthOther } from './auth-card.tsx'
import styles from './auth-state.module.css'

const MARKS = {
  sent: 'mail-check',
  done: 'check',
  used: 'unlink',
  warning: 'alert-triangle',
  lock: 'lock',
} as const

interface AuthScreenProps {
  title: string
  lead: string
  mark?: keyof typeof MARKS
  children?: ReactNode
  /** The line below the form. */
  other?: ReactNode
}

/** A screen that sends, uses or needs a link, in the login card. */
export function AuthScreen({ title, lead, mark, children, other = <BackToLogin /> }: AuthScreenProps) {
  const isWarning = mark === 'used' || mark === 'warning'
  return (
    <AuthCard
      title={title}
      lead={lead}
      caption="Learn it from people who do it."
      captionText="Short playlists, reviewed before they go live."
      mark={
        mark && (
          <span className={classNames(styles.mark, isWarning && styles.warn)}>
            <Icon name={MARKS[mark]} />
          </span>
        )
      }
    >
      {children}
      <AuthOther>{other}</AuthOther>
    </AuthCard>
  )
}

function BackToLogin() {
  return (
    <TextLink to="/login" inline>
      Back to login
    </TextLink>
  )
}

interface LinkUsedProps {
  /** The screen that sends a new link. */
  to?: string
  children?: ReactNode
}

/** The screen for a mailed link that was already used or has expired. */
export function LinkUsed({ to, children }: LinkUsedProps) {
  return (
    <AuthScreen title="Ask for a new link" lead={LINK_USED} mark="used">
      {to !== undefined && (
        <LinkButton variant="primary" size="lg" block to={to}>
          Send a new one
        </LinkButton>
      )}
      {children}
    </AuthScreen>
  )
}
