import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { answerIn, passOn } from '#web/core/provider.ts'
import { AuthScreen } from '#web/features/account/auth/auth-screen.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'

/** The end of a sign-in that confirms who the user is: tells the tab that asked, and closes its own window. */
export function Component() {
  const { search } = useLocation()
  useEffect(() => {
    const answer = answerIn(search)
    if (answer) passOn(answer)
    window.close()
  }, [search])
  return (
    <>
      <ScreenTitle screen="Thank you" unlisted />
      <AuthScreen
        title="Thank you"
        lead="You can close this window and go on where you were."
        mark="done"
        other={null}
      />
    </>
  )
}
