import { lazy, Suspense, useEffect, useState } from 'react'
import { notices } from '#web/core/notices.ts'
import type { Toasts as ToastsType } from '#web/ui/toasts.tsx'

/** Without their file there are no toasts, but still a page. */
const NoToasts: typeof ToastsType = () => <></>
const Toasts = lazy(async () => {
  const loaded = await import('#web/ui/toasts.tsx').catch(() => undefined)
  return { default: loaded?.Toasts ?? NoToasts }
})
const LogoutDialog = lazy(async () => ({
  default: (await import('#web/features/auth/logout-dialog.tsx')).LogoutDialog,
}))

interface LatePartsProps {
  /** Somebody asked to log out. */
  leaving: boolean
  onStay: () => void
}

/** What a first page does without: it is downloaded when somebody begins to use the page, or when there is news. */
export function LateParts({ leaving, onStay }: LatePartsProps) {
  const needed = useFirstUse()
  return (
    <Suspense fallback={null}>
      {needed && <Toasts source={notices} />}
      {leaving && <LogoutDialog onClose={onStay} />}
    </Suspense>
  )
}

function useFirstUse(): boolean {
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const use = () => setUsed(true)
    const listening = new AbortController()
    for (const event of ['pointerdown', 'keydown']) {
      addEventListener(event, use, { once: true, passive: true, signal: listening.signal })
    }
    const forget = notices.onFirst(use)
    return () => {
      listening.abort()
      forget()
    }
  }, [])
  return used
}
