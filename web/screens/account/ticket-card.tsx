import { useEffect, useRef, useState } from 'react'
import { useSite } from '#web/core/app-context.tsx'
import { AuthCard } from '#web/features/account/auth/auth-card.tsx'
import { AuthScreen } from '#web/features/account/auth/auth-screen.tsx'
import {
  type Missing,
  useConnectAfterLogin,
  useTicket,
} from '#web/features/account/provider/provider.queries.ts'
import { SignUpForm } from '#web/features/account/provider/provider-sign-up.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { LoginCard, useLoadPlaylists } from './login-card.tsx'

interface TicketCardProps {
  ticket: string
  state: unknown
  /** Returns to the login. */
  onRestart: () => void
}

/** The way back from the provider: logs in, or asks for the rest of a new account or for a login that connects an existing one. */
export function TicketCard({ ticket, state, onRestart }: TicketCardProps) {
  const site = useSite()
  const onLogin = useLoadPlaylists()
  const [missing, setMissing] = useState<Missing>()
  const { mutate, error } = useTicket(onLogin)
  const connect = useConnectAfterLogin()
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate(ticket, {
      onSuccess: (reply) => {
        if (!('token' in reply)) setMissing(reply)
      },
    })
  })

  if (error) {
    return (
      <AuthScreen title="That did not work" lead={error.message} mark="warning" other={null}>
        <Button variant="primary" size="lg" block onClick={onRestart}>
          Back to login
        </Button>
      </AuthScreen>
    )
  }
  if (missing && 'connects' in missing) {
    return <LoginCard state={state} lead={missing.message} onLogin={() => connect.mutate(missing.connects)} />
  }
  if (!missing) return <AuthScreen title="Welcome" lead="One moment…" other={null} />
  return (
    <AuthCard
      title={`Welcome to ${site.name}`}
      lead={`You signed in as ${missing.signup.email}. Only a few things are missing.`}
      caption="One account. Every playlist."
      captionText="Teachers publish, admins review, you learn at your own pace."
    >
      <SignUpForm signup={missing.signup} onLogin={onLogin} />
    </AuthCard>
  )
}
