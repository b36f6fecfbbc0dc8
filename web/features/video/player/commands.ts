import type { PlayerSettings } from '#contract/video/player.ts'
import type { Video } from '#contract/video/video.ts'
import type { PlayerCommands } from './keys.ts'
import { nextLanguage, type OwnCaptions } from './own-captions.ts'
import { allowedRate, nextRate } from './use-engine-settings.ts'
import { isPlaying, type usePlayback } from './use-playback.ts'

interface CommandOptions {
  playback: ReturnType<typeof usePlayback>
  startAt: (seconds: number) => void
  video: Video
  settings: PlayerSettings
  onSettings: (change: Partial<PlayerSettings>) => void
  theatre?: boolean
  onTheatre?: (theatre: boolean) => void
  toggleFullScreen: () => void
  openHelp: () => void
  onDone?: () => void
  onNote?: () => void
  onQuestion?: () => void
  onSearch?: () => void
  captions?: OwnCaptions | undefined
  onNext: () => void
  onPrevious?: () => void
}

const LOUDER = 0.1

/** What the keys and the control bar do. */
export function commandsOf({
  playback,
  startAt,
  settings,
  onSettings,
  ...rest
}: CommandOptions): PlayerCommands {
  const { phase, now, engine, control } = playback
  const { rate, volume, muted, captions } = settings
  const isStarted = engine !== undefined || phase.name === 'ended'

  function toggle(): void {
    if (phase.name === 'ended') startAt(rest.video.startsAt ?? 0)
    else if (phase.name !== 'video') startAt(now.time)
    else if (isPlaying(now)) control.pause()
    else control.play()
  }

  function nextCaptions(): string | null {
    if (rest.captions) return nextLanguage(rest.captions, navigator.language)
    return captions === null ? navigator.language : null
  }

  return {
    toggle,
    skip: (seconds) => isStarted && control.seek(now.time + seconds),
    jump: (part) => isStarted && now.duration > 0 && control.seek(now.duration * part),
    faster: (step) => onSettings({ rate: nextRate(now.rates, allowedRate(rate, now.rates), step) }),
    louder: (step) =>
      onSettings({ muted: false, volume: Math.min(1, Math.max(0, rounded(volume + step * LOUDER))) }),
    mute: () => onSettings({ muted: !muted }),
    captions: () => onSettings({ captions: nextCaptions() }),
    theatre: () => rest.onTheatre?.(!rest.theatre),
    fullScreen: rest.toggleFullScreen,
    pictureInPicture: () => engine?.pictureInPicture?.(),
    frame: (direction) => engine?.step?.(direction),
    next: rest.onNext,
    previous: () => rest.onPrevious?.(),
    done: () => rest.onDone?.(),
    note: () => rest.onNote?.(),
    question: () => rest.onQuestion?.(),
    search: () => rest.onSearch?.(),
    help: rest.openHelp,
  }
}

const rounded = (volume: number) => Math.round(volume * 100) / 100
