import { Suspense } from 'react'
import type { SessionUser } from '#contract/account/session-user.ts'
import { CONSENT_KINDS } from '#contract/settings/legal-kinds.ts'
import { useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { MailBar } from './mail-bar.tsx'

/** Most sites have nothing to accept. */
const ConsentPrompt = lazyPart(async () => (await import('./consent-prompt.tsx')).ConsentPrompt)

/** What a user is told above every screen, and what they should accept first. */
export function UserBars({ me }: { me: SessionUser }) {
  const { legal } = useSite()
  return (
    <>
      <MailBar me={me} />
      {CONSENT_KINDS.some((kind) => legal?.includes(kind)) && (
        <Suspense>
          <ConsentPrompt key={me._id} />
        </Suspense>
      )}
    </>
  )
}
