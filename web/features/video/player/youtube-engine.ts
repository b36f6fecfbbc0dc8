import type { FaultCode } from '#contract/video/player.ts'
import { createReports, type Engine, type Playback, type PlaybackState, trackFor } from './engine.ts'
import { isObject, numberIn, openChannel, textsIn } from './frame-channel.ts'
import { allowedRate } from './rates.ts'

export const YOUTUBE_ORIGIN = 'https://www.youtube-nocookie.com'

const STATES: Readonly<Record<number, PlaybackState>> = {
  [-1]: 'ready',
  0: 'ended',
  1: 'playing',
  2: 'paused',
  3: 'waiting',
  5: 'ready',
}
const FAULTS: readonly FaultCode[] = ['2', '5', '100', '101', '150', '153']
/** The frame sends these only to a page that asks for them. */
const EVENTS = ['onStateChange', 'onPlaybackRateChange', 'onApiChange', 'onError']

/**
 * Controls YouTube's player through the messages that its own script exchanges with the frame. Our content policy does
 * not allow that script.
 */
export function youtubeEngine(frame: HTMLIFrameElement): Engine {
  const { report, now, on } = createReports()
  let language: string | null = null

  const channel = openChannel(frame, {
    origin: YOUTUBE_ORIGIN,
    greet: () => send({ event: 'listening' }),
    onSilence: (fault) => report({ fault }),
    onAnswer: () => {
      for (const name of EVENTS) command('addEventListener', name)
    },
    onMessage: ({ event, info }) => {
      // The list of captions loads late, and forgets what was chosen before.
      if (event === 'onApiChange') chooseCaptions()
      if (event === 'onError') report({ fault: faultOf(info) })
      else if (event === 'onStateChange') report(stateOf(info))
      else report(isObject(info) ? changeOf(info, now()) : {})
    },
  })
  function send(message: Record<string, unknown>): void {
    channel.post(JSON.stringify({ id: 1, channel: 'widget', ...message }))
  }
  function command(func: string, ...args: unknown[]): void {
    send({ event: 'command', func, args })
  }
  function chooseCaptions(): void {
    const track = language === null ? {} : { languageCode: trackFor(language, now().languages) }
    command('setOption', 'captions', 'track', track)
  }

  return {
    play: () => command('playVideo'),
    pause: () => command('pauseVideo'),
    seek: (seconds) => command('seekTo', seconds, true),
    rate: (rate) => command('setPlaybackRate', allowedRate({ source: 'youtube' }, rate)),
    volume(volume, muted) {
      command('setVolume', Math.round(volume * 100))
      command(muted ? 'mute' : 'unMute')
    },
    captions(wanted) {
      language = wanted
      if (wanted !== null) command('loadModule', 'captions')
      chooseCaptions()
    },
    destroy: channel.close,
    on,
  }
}

const stateOf = (code: unknown): Partial<Playback> => {
  const state = STATES[numberIn(code) ?? Number.NaN]
  return state === undefined ? {} : { state }
}

/** A code that YouTube adds later is the one for a player that fails. */
function faultOf(info: unknown): FaultCode {
  const code = String(isObject(info) ? info.errorCode : info)
  return FAULTS.find((known) => known === code) ?? '5'
}

function changeOf(info: Record<string, unknown>, now: Playback): Partial<Playback> {
  const { captions } = info
  const progress = isObject(info.progressState) ? info.progressState : {}
  const duration = numberIn(info.duration) ?? numberIn(progress.duration) ?? now.duration
  const loaded = numberIn(info.videoLoadedFraction)
  return {
    ...stateOf(info.playerState),
    time: numberIn(info.currentTime) ?? numberIn(progress.current) ?? now.time,
    duration,
    buffered: loaded === undefined ? (numberIn(progress.loaded) ?? now.buffered) : loaded * duration,
    rate: numberIn(info.playbackRate) ?? now.rate,
    ...(isObject(captions) && { languages: textsIn(captions.tracklist, 'languageCode') }),
  }
}
