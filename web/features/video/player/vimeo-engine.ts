import { createReports, type Engine, type Playback, type PlaybackState, trackFor } from './engine.ts'
import { isObject, numberIn, openChannel, textsIn } from './frame-channel.ts'
import { allowedRate } from './rates.ts'

export const VIMEO_ORIGIN = 'https://player.vimeo.com'

const STATES: Readonly<Record<string, PlaybackState>> = {
  play: 'playing',
  playing: 'playing',
  pause: 'paused',
  ended: 'ended',
  bufferstart: 'waiting',
  bufferend: 'playing',
}
/** The frame sends these only to a page that asks for them. */
const EVENTS = [
  ...Object.keys(STATES),
  'timeupdate',
  'progress',
  'seeked',
  'durationchange',
  'playbackratechange',
  'error',
]

/** Controls Vimeo's player through the messages that its own script exchanges with the frame. */
export function vimeoEngine(frame: HTMLIFrameElement): Engine {
  const { report, now, on } = createReports()
  let language: string | null = null

  const channel = openChannel(frame, {
    origin: VIMEO_ORIGIN,
    greet: () => call('ping'),
    onSilence: (fault) => report({ fault }),
    onAnswer: () => {
      for (const name of EVENTS) call('addEventListener', name)
      call('getDuration')
      call('getTextTracks')
      report({})
    },
    onMessage: ({ event, method, value, data }) => {
      if (typeof event === 'string') report(changeOf(event, isObject(data) ? data : {}, now()))
      else if (method === 'getDuration') report({ duration: numberIn(value) ?? now().duration })
      else if (method === 'getTextTracks') {
        report({ languages: textsIn(value, 'language') })
        chooseCaptions()
      }
    },
  })
  function call(method: string, value?: unknown): void {
    channel.post(value === undefined ? { method } : { method, value })
  }

  function chooseCaptions(): void {
    if (language === null) call('disableTextTrack')
    else call('enableTextTrack', { language: trackFor(language, now().languages) })
  }

  return {
    play: () => call('play'),
    pause: () => call('pause'),
    seek: (seconds) => call('setCurrentTime', seconds),
    rate: (rate) => call('setPlaybackRate', allowedRate({ source: 'vimeo' }, rate)),
    volume(volume, muted) {
      call('setVolume', volume)
      call('setMuted', muted)
    },
    captions(wanted) {
      language = wanted
      chooseCaptions()
    },
    destroy: channel.close,
    on,
  }
}

function changeOf(event: string, data: Record<string, unknown>, now: Playback): Partial<Playback> {
  if (event === 'error') return isFault(data) ? { fault: 'vimeo' } : {}
  const state = STATES[event]
  const seconds = numberIn(data.seconds)
  return {
    duration: numberIn(data.duration) ?? now.duration,
    rate: numberIn(data.playbackRate) ?? now.rate,
    ...(seconds !== undefined && (event === 'progress' ? { buffered: seconds } : { time: seconds })),
    // The end of buffering is no start of playback: the user may have paused meanwhile.
    ...(state !== undefined && (event !== 'bufferend' || now.state === 'waiting') && { state }),
  }
}

/** An error with another method is a command that failed, such as a rate that this video does not allow. */
const isFault = ({ method }: Record<string, unknown>) => method === undefined || method === 'ready'
