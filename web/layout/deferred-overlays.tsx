import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useSession } from '#web/core/session.tsx'
import { toasts } from '#web/core/toasts.ts'

const downloadToasts = () => import('#web/ui/feedback/toasts.tsx')
const Toasts = lazyPart(async () => (await downloadToasts()).Toasts)
const downloadDialog = () => import('./logout-overlay.tsx')
const LogoutOverlay = lazyPart(async () => (await downloadDialog()).LogoutOverlay)

interface DeferredOverlaysProps {
  /** The user wants to log out. */
  isLoggingOut: boolean
  onCancel: () => void
}

/**
 * Toasts and the logout dialog. They are downloaded when the user first presses something, or when there is a toast. The
 * dialog is downloaded in advance for logged-in users, in case the network fails later.
 */
export function DeferredOverlays({ isLoggingOut, onCancel }: DeferredOverlaysProps) {
  const isNeeded = useOverlaysNeeded()
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  return (
    <>
      <Suspense>{isNeeded && <Toasts source={toasts} path={pathname} nextPath={next} />}</Suspense>
      <Suspense>{isLoggingOut && <LogoutOverlay onClose={onCancel} />}</Suspense>
    </>
  )
}

/** A delay, because React would otherwise render the toasts together with the screen that the first press opens. */
const AFTER_PRESS_MS = 1000

/** True when there is a toast, or a second after the first press. The download starts with the press. */
function useOverlaysNeeded(): boolean {
  const [used, setUsed] = useState(false)
  const session = useSession()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => setUsed(true)
    const use = () => {
      downloadToasts().catch(() => {})
      timer = setTimeout(show, AFTER_PRESS_MS)
      if (session.current()) downloadDialog().catch(() => {})
    }
    const listening = new AbortController()
    for (const event of ['pointerdown', 'keydown']) {
      addEventListener(event, use, { once: true, passive: true, signal: listening.signal })
    }
    const unsubscribe = toasts.onFirst(show)
    return () => {
      listening.abort()
      clearTimeout(timer)
      unsubscribe()
    }
  }, [session])
  return used
}
