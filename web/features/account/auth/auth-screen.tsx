import type { ReactNode } from 'react'
import { LINK_USED } from '#contract/mail/mail-messages.ts'
import { classNames } from '#web/ui/class-names.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { IconPath } from '#web/ui/picture/icon.tsx'
import { iconPaths } from '#web/ui/picture/icon-paths.ts'
import { AuthCard, AuthOther } from './auth-card.tsx'
import styles from './auth-state.module.css'

/** Outlines of Tabler Icons. Those outside `iconPaths` are used only here. */
const MARKS = {
  sent: 'M11 19h-6a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v6M3 7l9 6l9-6M15 19l2 2l4-4',
  done: iconPaths.check,
  used: 'M9 15l3-3m2-2l1-1M11 6l.46-.54a5 5 0 0 1 7.07 7.07l-.53 .47M3 3l18 18M13 18l-.4 .53a5.07 5.07 0 0 1-7.12 0a4.97 4.97 0 0 1 0-7.07l.52-.46',
  warning: iconPaths['alert-triangle'],
} as const

interface AuthScreenProps {
  title: string
  lead: string
  mark?: keyof typeof MARKS
  children?: ReactNode
  /** The line below the form. */
  other?: ReactNode
}

/** A screen that sends or uses a mailed link, in the login card. */
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
            <IconPath path={MARKS[mark]} />
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
