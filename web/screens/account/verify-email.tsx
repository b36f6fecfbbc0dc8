import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { CallReply } from '#contract/api.ts'
import { LINK_USED } from '#contract/mail/mail-messages.ts'
import { useCurrentUser, useSession } from '#web/core/session.tsx'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthScreen, LinkUsed } from '#web/features/account/auth/auth-screen.tsx'
import { isUndo, tokenIn } from '#web/features/account/auth/link-token.ts'
import { useAddressLink, useSendLinkAgain } from '#web/features/account/auth/mail.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'

/** Uses a mailed link that confirms or restores an address. */
export function Component() {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  return (
    <>
      <ScreenTitle screen="Confirm your email address" unlisted />
      {isHydrated ? <Link key={hash} hash={hash} /> : <Working />}
    </>
  )
}

function Link({ hash }: { hash: string }) {
  const token = tokenIn(hash)
  if (token === '') return <Used />
  return isUndo(hash) ? <TakeBack token={token} /> : <Confirm token={token} />
}

function Working() {
  return <AuthScreen title="Confirm your email address" lead="One moment…" other={null} />
}

interface Result {
  kind: CallReply<'auth.verify'>['kind']
  message: string
}

function useLink(token: string) {
  const [result, setResult] = useState<Result>()
  const { mutate, error, isPending } = useAddressLink()
  const session = useSession()
  const done = (reply: Result) => {
    setResult(reply)
    if (reply.kind === 'undo') session.endWithServer()
  }
  return { result, error, isPending, open: () => mutate(token, { onSuccess: done }) }
}

/** Confirms as soon as the page is open. A link scanner that only fetches the page cannot use the link up. */
function Confirm({ token }: { token: string }) {
  const { result, error, open } = useLink(token)
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    open()
  })
  if (result) return <Done {...result} />
  return error ? <Failed error={error} onTryAgain={open} /> : <Working />
}

/** Undoes a change of address. That ends all sessions, so the user must press a button. */
function TakeBack({ token }: { token: string }) {
  const { result, error, isPending, open } = useLink(token)
  if (result) return <Done {...result} />
  if (error) return <Failed error={error} onTryAgain={open} />
  return (
    <AuthScreen
      title="Was this not you?"
      lead="Your account gets its former address back, and everybody who uses it is logged out."
      mark="warning"
    >
      <Button variant="primary" size="lg" block busy={isPending} onClick={open}>
        This was not me
      </Button>
    </AuthScreen>
  )
}

function Done({ kind, message }: Result) {
  const me = useCurrentUser()
  if (kind === 'undo') {
    return (
      <AuthScreen title="Your address is back" lead={message} mark="done">
        <LinkButton variant="primary" size="lg" block to="/forgot-password">
          Choose a new password
        </LinkButton>
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title="Thank you" lead={message} mark="done" other={null}>
      <LinkButton variant="primary" size="lg" block to={me ? '/' : '/login'}>
        {me ? 'Go to the home page' : 'Login'}
      </LinkButton>
    </AuthScreen>
  )
}

function Failed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  if (error.message === LINK_USED) return <Used />
  return (
    <AuthScreen title="That did not work" lead={error.message} mark="warning">
      <Button variant="primary" size="lg" block onClick={onTryAgain}>
        Try again
      </Button>
    </AuthScreen>
  )
}

/** A logged-in user gets a new link at once; others log in first. */
function Used() {
  const me = useCurrentUser()
  const again = useSendLinkAgain()
  if (!me) return <LinkUsed />
  return (
    <LinkUsed>
      <Button variant="primary" size="lg" block busy={again.isPending} onClick={() => again.mutate()}>
        Send a new one
      </Button>
    </LinkUsed>
  )
}
