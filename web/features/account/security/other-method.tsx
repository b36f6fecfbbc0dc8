import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemText } from '#contract/account/provider-messages.ts'
import { useCall } from '#web/core/app-context.tsx'
import { askProvider, type ProviderAnswer } from '#web/core/provider.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'
import { identitiesOf } from '#web/features/account/provider/identities.queries.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

interface OtherMethodProps {
  hasPassword: boolean
  hasPasskey: boolean
  action: string
  isPending: boolean
  onTicket: (ticket: string) => void
}

/** For a user without a password and a passkey that works: the account of the organisation, or how to get a password. */
export function OtherMethod({ hasPassword, hasPasskey, ...rest }: OtherMethodProps) {
  const isOn = useQuery(authOptionsOf(useCall())).data?.provider
  if (hasPassword || hasPasskey) return null
  return isOn ? <Provider {...rest} /> : <NoMethod />
}

function Provider({ action, isPending, onTicket }: Omit<OtherMethodProps, 'hasPassword' | 'hasPasskey'>) {
  const viewer = viewerKey(useCurrentUser())
  const { data } = useQuery(identitiesOf(useCall(), viewer))
  const [problem, setProblem] = useState<string>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const [identity] = data ?? []
  if (!data) return null
  if (!identity) return <NoMethod />

  function take({ ticket, problem }: ProviderAnswer): void {
    stop.current?.()
    if (ticket !== undefined) onTicket(ticket)
    else if (problem && identity) setProblem(problemText(problem, identity.label))
  }

  function ask(): void {
    setProblem(undefined)
    stop.current?.()
    stop.current = askProvider(take)
  }

  return (
    <>
      <p>
        Sign in again with {identity.label} in a new window. Then {action.toLowerCase()} goes on here.
      </p>
      <Button variant="primary" block busy={isPending} onClick={ask}>
        Confirm with {identity.label}
      </Button>
      <p role="status">{problem}</p>
    </>
  )
}

function NoMethod() {
  return (
    <p>
      You have no password and no passkey that works.{' '}
      <TextLink to="/forgot-password">Set a password</TextLink> first.
    </p>
  )
}
