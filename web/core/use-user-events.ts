import { useEffect, useEffectEvent } from 'react'
import type { UserEvent } from '#contract/events.ts'
import { userEvents } from './live.ts'
import { useSession } from './session.tsx'

/** Calls `apply` with each live event for the user while the screen is open. */
export function useUserEvents(apply: (event: UserEvent) => void): void {
  const session = useSession()
  const received = useEffectEvent(apply)
  useEffect(() => {
    const controller = new AbortController()
    const send = (path: string, init: RequestInit) => fetch(path, init)
    const listen = async () => {
      for await (const event of userEvents({ send, session }, controller.signal)) received(event)
    }
    void listen()
    return () => controller.abort()
  }, [session])
}
