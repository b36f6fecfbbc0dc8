import { trackFor } from './engine.ts'
import type { PlayerCommands } from './keys.ts'
import { nextLanguage } from './own-captions.ts'
import type { PlayerProps } from './player-props.ts'
import { allowedRate, nextRate } from './rates.ts'
import { type Flash, skipFlash } from './use-flash.ts'
import { isPlaying, type usePlayback } from './use-playback.ts'

interface CommandOptions
  extends Pick<
    PlayerProps,
    'video' | 'settings' | 'onSettings' | 'theatre' | 'onTheatre' | 'captions' | 'commands'
  > {
  playback: ReturnType<typeof usePlayback>
  /** Starts the video as the poster offers it. */
  begin: () => void
  startAt: (seconds: number) => void
  flash: (flash: Flash) => void
  markRepeat: () => void
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
  begin,
  startAt,
  flash,
  settings,
  onSettings,
  ...page
}: CommandOptions): PlayerCommands {
  const { phase, now, engine, control } = playback
  const isStarted = engine !== undefined || phase.name === 'ended'

  function toggle(): void {
    if (phase.name === 'poster') begin()
    else if (phase.name === 'ended') startAt(page.video.startsAt ?? 0)
    else if (phase.name !== 'video') startAt(now.time)
    else if (isPlaying(now)) {
      control.pause()
      flash({ icon: 'pause', text: 'Paused' })
    } else {
      control.play()
      flash({ icon: 'play', text: 'Playing' })
    }
  }
  function skip(seconds: number): void {
    if (!isStarted) return
    control.seek(now.time + seconds)
    flash(skipFlash(seconds))
  }
  function setRate(rate: number): void {
    onSettings({ rate })
    flash({ text: `${rate}x` })
  }
  function louder(step: 1 | -1): void {
    const volume = Math.min(1, Math.max(0, round(settings.volume + step * LOUDER)))
    onSettings({ muted: false, volume })
    flash({ icon: 'volume', text: percent(volume) })
  }
  function mute(): void {
    const muted = !settings.muted
    onSettings({ muted })
    flash(muted ? { icon: 'muted', text: 'Muted' } : { icon: 'volume', text: percent(settings.volume) })
  }

  return {
    toggle,
    skip,
    jump: (part) => isStarted && now.duration > 0 && control.seek(now.duration * part),
    rate: setRate,
    faster: (step) => setRate(nextRate(page.video, allowedRate(page.video, settings.rate), step)),
    louder,
    mute,
    ...captionCommands({ ...page, settings, onSettings, languages: now.languages }),
    repeat: () => isStarted && page.markRepeat(),
    theatre: () => page.onTheatre?.(!page.theatre),
    fullScreen: page.toggleFullScreen,
    pictureInPicture: () => engine?.pictureInPicture?.(),
    frame: (direction) => engine?.step?.(direction),
    ...NO_COMMANDS,
    ...page.commands,
    help: page.openHelp,
  }
}

interface CaptionOptions extends Pick<CommandOptions, 'settings' | 'onSettings' | 'captions'> {
  /** Of the host's captions. */
  languages: readonly string[]
}

/** Captions on and off in the last language, the next language, and one of the menu. */
function captionCommands({ settings, onSettings, captions: own, languages }: CaptionOptions) {
  const current = own ? (own.shown?.language ?? null) : settings.captions
  const last = current ?? settings.captionsLast
  function choose(language: string | null): void {
    onSettings({ captions: language, captionsLast: language ?? last })
  }
  function chooseNext(): void {
    const offered = own ? own.choices.map(({ language }) => language) : languages
    const next = nextLanguage(offered, last === null ? null : trackFor(last, offered))
    if (next !== undefined) choose(next)
  }
  return {
    captions: () => choose(current === null ? (last ?? navigator.language) : null),
    nextCaptions: chooseNext,
    chooseCaptions: choose,
  }
}

const round = (volume: number) => Math.round(volume * 100) / 100
const percent = (volume: number) => `${Math.round(volume * 100)} %`
