import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { retryDownload } from '#web/core/retry-download.ts'
import { useSession } from '#web/core/session.tsx'
import { toasts } from '#web/core/toasts.ts'

const downloadToasts = () => import('#web/ui/toasts.tsx')
const Toasts = lazy(async () => ({ default: (await retryDownload(downloadToasts)).Toasts }))
const downloadDialog = () => import('#web/features/auth/logout-dialog.tsx')
const LogoutDialog = lazy(async () => ({ default: (await retryDownload(downloadDialog)).LogoutDialog }))

interface LatePartsProps {
  /** Somebody asked to log out. */
  leaving: boolean
  onStay: () => void
}

/**
 * What a first page does without: it is downloaded when somebody begins to use the page, or when there is news. Dialogs
 * come along for those who have something to confirm, so that they are there if the network is lost later.
 */
export function DeferredOverlays({ leaving, onStay }: LatePartsProps) {
  const needed = useFirstUse()
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  return (
    <>
      <Suspense>{needed && <Toasts source={toasts} path={pathname} nextPath={next} />}</Suspense>
      <Suspense>{leaving && <LogoutDialog onClose={onStay} />}</Suspense>
    </>
  )
}

/** What the first press asks for comes first; React would render toasts together with the screen it leads to. */
const AFTER_PRESS_MS = 1000

/** Downloaded at once, for the network may be lost later; needed when there is news, or a while after the press. */
function useFirstUse(): boolean {
  const [used, setUsed] = useState(false)
  const session = useSession()
  useEffect(() => {
    const show = () => setUsed(true)
    const use = () => {
      downloadToasts().catch(() => {})
      setTimeout(show, AFTER_PRESS_MS)
      if (session.current()) downloadDialog().catch(() => {})
    }
    const listening = new AbortController()
    for (const event of ['pointerdown', 'keydown']) {
      addEventListener(event, use, { once: true, passive: true, signal: listening.signal })
    }
    const forget = toasts.onFirst(show)
    return () => {
      listening.abort()
      forget()
    }
  }, [session])
  return used
}
