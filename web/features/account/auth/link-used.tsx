import type { ReactNode } from 'react'
import { LINK_USED } from '#contract/mail/mail-messages.ts'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { AuthScreen } from './auth-screen.tsx'

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
