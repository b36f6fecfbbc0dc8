import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LINK_TOO_OLD } from '#contract/account/provider-messages.ts'
import { ENTER_CODE } from '#contract/account/second-step-messages.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthScreen } from '#web/features/account/auth/auth-screen.tsx'
import { tokenIn } from '#web/features/account/auth/link-token.ts'
import { SecondStepForm } from '#web/features/account/auth/second-step-form.tsx'
import { useLoginLink } from '#web/features/account/provider/provider.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Button } from '#web/ui/navigation/button.tsx'

/** /login-link: logs an admin in with the link that the operator has printed. A press uses it, so that a preview does not. */
export function Component() {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  return (
    <>
      <ScreenTitle screen="Login" unlisted />
      <Link key={hash} token={isHydrated ? tokenIn(hash) : undefined} />
    </>
  )
}

/** `token` is unknown on the server. */
function Link({ token }: { token: string | undefined }) {
  const navigate = useNavigate()
  const [challenge, setChallenge] = useState<string>()
  const goHome = () => void navigate('/', { replace: true })
  const link = useLoginLink(goHome)
  const problem = token === '' ? LINK_TOO_OLD : link.error && (link.error.message || SOMETHING_WENT_WRONG)
  if (challenge !== undefined) {
    return (
      <AuthScreen title="One more step" lead={ENTER_CODE}>
        <SecondStepForm challenge={challenge} onLogin={goHome} onRestart={() => setChallenge(undefined)} />
      </AuthScreen>
    )
  }
  if (problem) {
    return <AuthScreen title="That did not work" lead={problem} mark="used" />
  }
  return (
    <AuthScreen title="Log in as an admin" lead="This link works once. All admins have been notified of it.">
      <Button
        variant="primary"
        size="lg"
        block
        busy={link.isPending || token === undefined}
        onClick={() => {
          if (token !== undefined)
            link.mutate(token, {
              onSuccess: (reply) => {
                if ('challenge' in reply) setChallenge(reply.challenge)
              },
            })
        }}
      >
        Log in
      </Button>
    </AuthScreen>
  )
}
