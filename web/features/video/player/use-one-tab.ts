import { useEffect, useEffectEvent, useState } from 'react'
import { useCurrentUser } from '#web/core/session.tsx'
import { hearTabs, type TabMessage, tellTabs } from '#web/core/tabs.ts'
import type { Notice } from './notice.ts'
import type { PlayerControl } from './use-playback.ts'

/** A video that starts pauses those of the user's other tabs. */
export function useOneTab(isRunning: boolean, control: PlayerControl): Notice | undefined {
  const user = useCurrentUser()?._id
  const [wasPaused, setPaused] = useState(false)
  useEffect(() => {
    if (!isRunning || user === undefined) return
    setPaused(false)
    tellTabs({ user, kind: 'play' })
  }, [isRunning, user])
  const hear = useEffectEvent((message: TabMessage) => {
    if (message.kind !== 'play' || message.user !== user || !isRunning) return
    control.pause()
    setPaused(true)
  })
  useEffect(() => hearTabs((message) => hear(message)), [])
  return wasPaused && !isRunning
    ? {
        text: 'Paused, because a video plays in another tab.',
        action: { label: 'Play here', run: control.play },
      }
    : undefined
}
