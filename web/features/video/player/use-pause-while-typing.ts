import { type RefObject, useRef } from 'react'
import { usePlayerSettings } from './settings.queries.ts'
import type { PlayerControl } from './use-playback.ts'

/** Pauses the video when the user begins to type, and plays on when the text is sent: for users who want that. */
export function usePauseWhileTyping(viewer: string, control: RefObject<PlayerControl | null>) {
  const { settings, change } = usePlayerSettings(viewer)
  const hasPaused = useRef(false)
  return {
    isOn: settings.pauseWhileTyping,
    turn: (pauseWhileTyping: boolean) => change({ pauseWhileTyping }),
    begin(): void {
      if (!(settings.pauseWhileTyping && control.current?.isPlaying())) return
      hasPaused.current = true
      control.current.pause()
    },
    end(): void {
      if (hasPaused.current) control.current?.play()
      hasPaused.current = false
    },
  }
}
