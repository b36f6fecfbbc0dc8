import { type ComponentType, lazy, memo, Suspense, startTransition, useEffect, useState } from 'react'
import { notices } from '#web/core/notices.ts'
import { useSession } from '#web/core/session.tsx'
import { untilThere } from '#web/core/until-there.ts'

const downloadToasts = () => import('#web/ui/toasts.tsx')
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
export const LateParts = memo(({ leaving, onStay }: LatePartsProps) => {
  const Toasts = useToastsOnFirstUse()
  return (
    <>
      {Toasts && <Toasts source={notices} />}
      <Suspense>{leaving && <LogoutDialog onClose={onStay} />}</Suspense>
    </>
  )
})

type Toasts = ComponentType<{ source: typeof notices }>

/** What the first press asks for comes first; React would render toasts together with the screen it leads to. */
const AFTER_PRESS_MS = 1000

/** Downloaded at once, for the network may be lost later; rendered when there is news, or a while after the press. */
function useToastsOnFirstUse(): Toasts | undefined {
  const [toasts, setToasts] = useState<Toasts>()
  const session = useSession()
  useEffect(() => {
    const show = () => {
      void untilThere(downloadToasts).then(({ Toasts }) => startTransition(() => setToasts(() => Toasts)))
    }
    let later: ReturnType<typeof setTimeout> | undefined
    const use = () => {
      downloadToasts().catch(() => {})
      if (session.current()) downloadDialog().catch(() => {})
      later ??= setTimeout(show, AFTER_PRESS_MS)
    }
    const listening = new AbortController()
    for (const event of ['pointerdown', 'keydown']) {
      addEventListener(event, use, { once: true, passive: true, signal: listening.signal })
    }
    const forget = notices.onFirst(show)
    return () => {
      clearTimeout(later)
      listening.abort()
      forget()
    }
  }, [session])
  return toasts
}
