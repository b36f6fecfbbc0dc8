import { lazy, Suspense, useEffect, useState } from 'react'
import { notices } from '#web/core/notices.ts'
import { useSession } from '#web/core/session.tsx'
import { untilThere } from '#web/core/until-there.ts'

const downloadToasts = () => import('#web/ui/toasts.tsx')
const Toasts = lazy(async () => ({ default: (await untilThere(downloadToasts)).Toasts }))
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

/** They are fetched at once, in case the network is lost, but rendered when the first press has been answered. */
const AFTER_ANSWER_MS = 400

function useFirstUse(): boolean {
  const [used, setUsed] = useState(false)
  const session = useSession()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const download = () => {
      downloadToasts().catch(() => {})
      if (session.current()) downloadDialog().catch(() => {})
    }
    const use = () => {
      clearTimeout(timer)
      setUsed(true)
      download()
    }
    const useSoon = () => {
      setTimeout(download)
      timer ??= setTimeout(use, AFTER_ANSWER_MS)
    }
    const listening = new AbortController()
    for (const event of ['pointerdown', 'keydown']) {
      addEventListener(event, useSoon, { once: true, passive: true, signal: listening.signal })
    }
    const forget = notices.onFirst(use)
    return () => {
      clearTimeout(timer)
      listening.abort()
      forget()
    }
  }, [session])
  return used
}
