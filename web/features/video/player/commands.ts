import { allowedRate, nextRate } from './engine.ts'
import type { PlayerCommands } from './keys.ts'
import { nextLanguage } from './own-captions.ts'
import type { PlayerProps } from './player-props.ts'
import { isPlaying, type usePlayback } from './use-playback.ts'

interface CommandOptions
  extends Pick<
    PlayerProps,
    'video' | 'settings' | 'onSettings' | 'theatre' | 'onTheatre' | 'captions' | 'commands'
  > {
  playback: ReturnType<typeof usePlayback>
  startAt: (seconds: number) => void
  toggleFullScreen: () => void
  openHelp: () => void
}

const nothing = () => undefined
const NO_COMMANDS = {
  done: nothing,
  note: nothing,
  bookmark: nothing,
  question: nothing,
  search: nothing,
  next: nothing,
  previous: nothing,
}
const LOUDER = 0.1

/** What the keys and the control bar do. */
export function commandsOf({
  playback,
  startAt,
  settings,
  onSettings,
  ...page
}: CommandOptions): PlayerCommands {
  const { phase, now, engine, control } = playback
  const { rate, volume, muted, captions } = settings
  const isStarted = engine !== undefined || phase.name === 'ended'

  function toggle(): void {
    if (phase.name === 'ended') startAt(page.video.startsAt ?? 0)
    else if (phase.name !== 'video') startAt(now.time)
    else if (isPlaying(now)) control.pause()
    else control.play()
  }

  function nextCaptions(): string | null {
    if (page.captions) return nextLanguage(page.captions, navigator.language)
    return captions === null ? navigator.language : null
  }

  return {
    toggle,
    skip: (seconds) => isStarted && control.seek(now.time + seconds),
    jump: (part) => isStarted && now.duration > 0 && control.seek(now.duration * part),
    faster: (step) => onSettings({ rate: nextRate(now.rates, allowedRate(rate, now.rates), step) }),
    louder: (step) =>
      onSettings({ muted: false, volume: Math.min(1, Math.max(0, round(volume + step * LOUDER))) }),
    mute: () => onSettings({ muted: !muted }),
    captions: () => onSettings({ captions: nextCaptions() }),
    theatre: () => page.onTheatre?.(!page.theatre),
    fullScreen: page.toggleFullScreen,
    pictureInPicture: () => engine?.pictureInPicture?.(),
    frame: (direction) => engine?.step?.(direction),
    ...NO_COMMANDS,
    ...page.commands,
    help: page.openHelp,
  }
}

const round = (volume: number) => Math.round(volume * 100) / 100
