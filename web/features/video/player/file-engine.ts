import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { retryDownload } from '#web/core/retry-download.ts'
import { createReports, type Engine, type Playback, type PlaybackState } from './engine.ts'

interface FileOptions {
  /** The signed address of the playlist; `undefined` while the video is not ready. */
  master: string | undefined
  /** Where playback starts, in seconds. */
  at: number
  /** Requests the video again and gives its address, if it can be watched. */
  renew: () => Promise<string | undefined>
}

const STATES: Readonly<Record<string, PlaybackState>> = {
  play: 'waiting',
  playing: 'playing',
  pause: 'paused',
  waiting: 'waiting',
  ended: 'ended',
}
const CHANGES = ['loadeddata', 'timeupdate', 'durationchange', 'ratechange', 'progress', 'seeking', 'seeked']
/** Assumed until a picture has been shown. */
const USUAL_FRAME_S = 1 / 25
/** A renewed address that expires at once is no address. */
const RENEWAL_MS = 30_000
const FORBIDDEN = 403
/** `HTMLMediaElement.HAVE_METADATA` and `HAVE_CURRENT_DATA` */
const HAVE_METADATA = 1
const HAVE_CURRENT_DATA = 2
const SLOW_BITS_PER_S = 1_000_000

/** Plays an uploaded video in our own element, by hls.js or, in Safari, by the browser itself. */
export function fileEngine(video: HTMLVideoElement, { master, at, renew }: FileOptions): Engine {
  const { report, on } = createReports()
  const closed = new AbortController()
  const { signal } = closed
  const frame = frameLengthOf(video, signal)
  let source: Source | undefined
  let renewedAt = Number.NEGATIVE_INFINITY

  function play(): void {
    // A browser that wants a press first leaves the video paused.
    video.play().catch(() => report({ state: 'paused' }))
  }
  async function start(): Promise<void> {
    const address = master ?? (await renew())
    if (signal.aborted) return
    if (address === undefined) return report({ fault: 'not-ready' })
    source = await openSource(video, {
      onForbidden: () => void renewAddress(),
      onBroken: fail,
      onLoading: report,
    })
    if (signal.aborted) return source.close()
    source.load(address, at)
    play()
  }
  async function renewAddress(): Promise<void> {
    if (performance.now() - renewedAt < RENEWAL_MS) return
    renewedAt = performance.now()
    const address = await renew()
    if (signal.aborted) return
    if (address === undefined) return report({ fault: 'not-ready' })
    const { currentTime, paused } = video
    source?.load(address, currentTime)
    if (!paused) play()
  }
  function fail(): void {
    report({ fault: 'file' })
  }

  for (const [name, state] of Object.entries(STATES))
    video.addEventListener(name, () => report({ ...placeOf(video), state }), { signal })
  for (const name of CHANGES)
    video.addEventListener(name, () => report({ ...placeOf(video), rate: video.playbackRate }), { signal })
  report({ state: 'waiting', time: at })
  // A download that failed: the network is gone.
  start().catch(() => signal.aborted || report({ fault: 'not-loaded' }))

  return {
    play,
    pause: () => video.pause(),
    seek(seconds) {
      video.currentTime = seconds
    },
    rate(rate) {
      video.defaultPlaybackRate = rate
      video.playbackRate = rate
    },
    volume(volume, muted) {
      video.volume = volume
      video.muted = muted
    },
    captions: () => undefined,
    step(direction) {
      video.pause()
      video.currentTime = Math.max(0, video.currentTime + direction * frame())
    },
    pictureInPicture() {
      const isOut = document.pictureInPictureElement === video
      // A browser may refuse, for example because the press was too long ago.
      const done = isOut ? document.exitPictureInPicture() : video.requestPictureInPicture()
      done.catch(() => undefined)
    },
    destroy() {
      closed.abort()
      source?.close()
    },
    on,
  }
}

interface Source {
  load: (address: string, at: number) => void
  close: () => void
}

interface SourceEvents {
  onForbidden: () => void
  onBroken: () => void
  /** What is loaded, and how fast it arrives. Safari does not say. */
  onLoading: (change: Partial<Pick<Playback, 'height' | 'isSlow'>>) => void
}

async function openSource(video: HTMLVideoElement, events: SourceEvents): Promise<Source> {
  if (isSafari(video)) return openNative(video, events)
  const { default: library } = await retryDownload(() => import('hls.js/light'))
  return openHls(library, video, events)
}

/** Safari plays HLS better than a script can. Chromium's own support is new, and has no control of quality. */
const isSafari = (video: HTMLVideoElement) =>
  navigator.vendor.startsWith('Apple') && video.canPlayType('application/vnd.apple.mpegurl') !== ''

function openNative(video: HTMLVideoElement, { onForbidden }: SourceEvents): Source {
  // The element does not say why it failed; most probably the address has expired.
  const listener = () => onForbidden()
  video.addEventListener('error', listener)
  return {
    load(address, at) {
      video.src = address
      video.currentTime = at
    },
    close() {
      video.removeEventListener('error', listener)
      video.removeAttribute('src')
      video.load()
    },
  }
}

function openHls(library: typeof Hls, video: HTMLVideoElement, events: SourceEvents): Source {
  const { onForbidden, onBroken, onLoading } = events
  let hls: Hls | undefined
  return {
    load(address, at) {
      hls?.destroy()
      // The content policy allows no workers.
      const opened = new library({ enableWorker: false, startPosition: at, capLevelToPlayerSize: true })
      hls = opened
      let recovered = false
      function recover({ type, fatal, response }: ErrorData): void {
        if (response?.code === FORBIDDEN) onForbidden()
        // The library tries most things again by itself.
        else if (fatal && !recovered && type === library.ErrorTypes.MEDIA_ERROR) {
          recovered = true
          opened.recoverMediaError()
        } else if (fatal) onBroken()
      }
      opened.on(library.Events.ERROR, (_name, data) => recover(data))
      opened.on(library.Events.FRAG_LOADING, (_name, { frag }) => {
        const height = opened.levels[frag.level]?.height
        if (height) onLoading({ height })
      })
      // Before the first fragment the estimate is only a guess.
      opened.on(library.Events.FRAG_BUFFERED, () =>
        onLoading({ isSlow: opened.bandwidthEstimate < SLOW_BITS_PER_S }),
      )
      opened.loadSource(address)
      opened.attachMedia(video)
    },
    close: () => hls?.destroy(),
  }
}

/** Until the element knows the video, it is at its start. */
const placeOf = (video: HTMLVideoElement) => ({
  ...(video.readyState >= HAVE_METADATA && { time: video.currentTime }),
  duration: durationOf(video),
  buffered: bufferedOf(video),
  hasFrame: video.readyState >= HAVE_CURRENT_DATA,
})

const durationOf = ({ duration }: HTMLVideoElement) => (Number.isFinite(duration) ? duration : 0)

/** The end of what is loaded around the position. */
function bufferedOf({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index)) return buffered.end(index)
  return 0
}

/** The shortest time between two pictures that were shown, in seconds. */
function frameLengthOf(video: HTMLVideoElement, signal: AbortSignal): () => number {
  let shortest: number | undefined
  let last: number | undefined
  const shown = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
    const length = last === undefined ? 0 : mediaTime - last
    if (length > 0) shortest = Math.min(shortest ?? 1, length)
    last = mediaTime
    if (!signal.aborted) video.requestVideoFrameCallback(shown)
  }
  // Firefox has had it since 132.
  video.requestVideoFrameCallback?.(shown)
  return () => shortest ?? USUAL_FRAME_S
}
