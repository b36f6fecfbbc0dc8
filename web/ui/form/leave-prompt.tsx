import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#web/ui/overlay/confirm.tsx'

/**
 * Asks before the user leaves the page while it is rendered, because what was picked or typed cannot be stored. The browser asks
 * before a reload, with its own text.
 */
export function LeavePrompt({
  mayLeave,
  text,
}: {
  mayLeave: () => boolean
  /** What will be lost. */
  text: string
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && !mayLeave(),
  )
  useEffect(() => {
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmUnload)
    return () => removeEventListener('beforeunload', confirmUnload)
  }, [])
  if (blocker.state !== 'blocked') return null
  return (
    <Confirm
      title="Leave this page?"
      text={text}
      cancel="Stay"
      action="Leave"
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
    />
  )
}
