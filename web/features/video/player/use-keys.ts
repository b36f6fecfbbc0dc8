import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type PlayerCommands, shortcutOf } from './keys.ts'

interface KeyOptions {
  /** The element around picture and bar. */
  player: RefObject<HTMLElement | null>
  enabled: boolean
  commands: PlayerCommands
}

/** Runs the shortcuts of the player on the whole page. */
export function useKeys({ player, enabled, commands }: KeyOptions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutOf(event, player.current)
    if (key === undefined) return
    event.preventDefault()
    key.run(commands)
  })
  useEffect(() => {
    if (!enabled) return
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [enabled])
}
