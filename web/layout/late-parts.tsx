import { lazy, Suspense, useEffect, useState } from 'react'
import { notices } from '#web/core/notices.ts'
import { useSession } from '#web/core/session.tsx'
import { untilThere } from '#web/core/until-there.ts'

const Toasts = lazy(async () => ({
  default: (await untilThere(() => import('#web/ui/toasts.tsx'))).Toasts,
}))
const downloadDialog = () => import('#web/features/auth/logout-dialog.tsx')
const LogoutDialog = lazy(async () => ({ default: (await untilThere(downloadDialog)).LogoutDialog }))

interface LatePartsProps {
  /** Somebody asked to log out. */
  leaving: boolean
  onStay: () => void
}

/**
 * What a first page does without: it is downloaded when somebody begins to use the page, or when there is news. Dialogs
 * come along for those who have something to confirm, so that they are there if the network is lost later.
 */
export function LateParts({ leaving, onStay }: LatePartsProps) {
  const needed = useFirstUse()
  return (
    <>
      <Suspense>{needed && <Toasts source={notices} />}</Suspense>
      <Suspense>{leaving && <LogoutDialog onClose={onStay} />}</Suspense>
    </>
  )
}

function useFirstUse(): boolean {
  const [used, setUsed] = useState(false)
  const session = useSession()
  useEffect(() => {
    const use = () => {
      setUsed(true)
      if (session.current()) downloadDialog().catch(() => {})
    }
    const listening = new AbortController()
    for (const event of ['pointerdown', 'keydown']) {
      addEventListener(event, use, { once: true, passive: true, signal: listening.signal })
    }
    const forget = notices.onFirst(use)
    return () => {
      listening.abort()
      forget()
    }
  }, [session])
  return used
}
