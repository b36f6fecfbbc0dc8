/**
 * Stands in for the players of YouTube and Vimeo: pages that speak the messages of the real ones. The test moves their
 * time, so that it need not wait: `await fakeVideo(page).run(95)`.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Frame, type Page } from '@playwright/test'
import { makeCertificate } from '#scripts/certificate.ts'

const YOUTUBE_HOST = 'www.youtube-nocookie.com'
const VIMEO_HOST = 'player.vimeo.com'
export const HOSTS = [`https://${YOUTUBE_HOST}/`, `https://${VIMEO_HOST}/`]

/** What every fake frame offers to the test. */
interface FakePlayer {
  time: number
  duration: number
  playing: boolean
  rate: number
  volume: number
  muted: boolean
  captions: string | null
  /** Sends no messages at all. */
  silent: boolean
  /** Plays on for that many seconds, with a message every quarter of a second of the video. */
  run: (seconds: number) => void
  fail: (code: number | string) => void
}

declare global {
  var fake: FakePlayer
}

/** What both hosts have in common. `tell(kind)` sends the host's own message. */
const PLAYER = `
const fake = { time: 0, duration: 120, playing: false, rate: 1, volume: 1, muted: false, captions: null, silent: false }
let parentFrame, parentOrigin, ended = false, tell
const send = (message) => { if (parentFrame && !fake.silent) parentFrame.postMessage(message, parentOrigin) }
const move = (seconds) => {
  fake.time = Math.min(fake.duration, fake.time + seconds)
  if (fake.time < fake.duration) return tell('time')
  fake.playing = false
  ended = true
  tell('ended')
}
const play = () => { if (ended) fake.time = 0; ended = false; fake.playing = true; tell('playing') }
const pause = () => { fake.playing = false; tell('paused') }
const seek = (seconds) => { ended = false; fake.time = Math.min(fake.duration, seconds); tell('time') }
fake.run = (seconds) => {
  if (!fake.playing) throw new Error('The video does not play.')
  for (let left = seconds; left > 0 && fake.playing; left -= 0.25) move(0.25)
}
let at = performance.now()
setInterval(() => {
  const now = performance.now()
  if (fake.playing) move(((now - at) / 1000) * fake.rate)
  at = now
}, 250)
window.fake = fake
`

const YOUTUBE = `<!doctype html><title>YouTube</title><script>${PLAYER}
const asked = new URLSearchParams(location.search)
const heard = new Set()
fake.time = Number(asked.get('start') ?? 0)
const deliver = (info) => send(JSON.stringify({ event: 'infoDelivery', info, id: 1, channel: 'widget' }))
const state = () => ended ? 0 : fake.playing ? 1 : 2
tell = () => deliver({
  currentTime: fake.time, duration: fake.duration, playerState: state(), playbackRate: fake.rate,
  videoLoadedFraction: 0.5, volume: fake.volume * 100, muted: fake.muted,
})
fake.fail = (code) => { if (heard.has('onError')) send(JSON.stringify({ event: 'onError', info: code })) }
const commands = {
  playVideo: play, pauseVideo: pause, seekTo: seek,
  setPlaybackRate: (rate) => { if (rate >= 0.25 && rate <= 2) fake.rate = rate; tell() },
  setVolume: (volume) => { fake.volume = volume / 100; tell() },
  mute: () => { fake.muted = true; tell() }, unMute: () => { fake.muted = false; tell() },
  addEventListener: (name) => heard.add(name),
  loadModule: () => {
    deliver({ namespaces: ['captions'], captions: { tracklist: [{ languageCode: 'de' }, { languageCode: 'en' }] } })
    send(JSON.stringify({ event: 'onApiChange' }))
  },
  setOption: (module, option, track) => { fake.captions = track.languageCode ?? null },
}
addEventListener('message', (event) => {
  const { event: kind, func, args } = JSON.parse(event.data)
  if (asked.get('enablejsapi') !== '1' || event.origin !== asked.get('origin')) return
  if (kind === 'listening' && !parentFrame) {
    ;[parentFrame, parentOrigin] = [event.source, event.origin]
    send(JSON.stringify({ event: 'onReady', id: 1, channel: 'widget' }))
    deliver({ availablePlaybackRates: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2], duration: fake.duration, playerState: -1 })
    if (asked.get('autoplay') === '1') play()
  }
  if (kind === 'command' && parentFrame) commands[func](...args)
})
</script>`

const VIMEO = `<!doctype html><title>Vimeo</title><script>${PLAYER}
const asked = new URLSearchParams(location.search)
const heard = new Set()
fake.time = Number(/t=(\\d+)s/.exec(location.hash)?.[1] ?? 0)
const event = (name, data = {}) => { if (heard.has(name)) send({ event: name, data }) }
const place = () => ({ seconds: fake.time, duration: fake.duration, percent: fake.time / fake.duration })
const EVENTS = { time: 'timeupdate', playing: 'playing', paused: 'pause', ended: 'ended' }
tell = (kind) => event(EVENTS[kind], place())
fake.fail = (name) => event('error', { name, message: name, method: 'ready' })
const answer = (method, value) => send({ method, value })
const methods = {
  ping: () => undefined,
  play, pause, setCurrentTime: seek,
  addEventListener: (name) => { heard.add(name); if (name === 'error' && asked.get('autoplay') === '1') play() },
  setPlaybackRate: (rate) => {
    if (rate > 2) return event('error', { name: 'RangeError', method: 'setPlaybackRate' })
    fake.rate = rate
    event('playbackratechange', { playbackRate: rate })
  },
  setVolume: (volume) => { fake.volume = volume }, setMuted: (muted) => { fake.muted = muted },
  getDuration: () => answer('getDuration', fake.duration),
  getTextTracks: () => answer('getTextTracks', [{ language: 'de', kind: 'subtitles' }, { language: 'en', kind: 'subtitles' }]),
  enableTextTrack: ({ language }) => { fake.captions = language },
  disableTextTrack: () => { fake.captions = null },
}
addEventListener('message', ({ data, source, origin }) => {
  if (!parentFrame) {
    ;[parentFrame, parentOrigin] = [source, origin]
    send({ event: 'ready' })
  }
  methods[data.method](data.value)
})
</script>`

/** What stands in the frame of a host. */
export const framePageOf = (host: string | undefined): string => (host === VIMEO_HOST ? VIMEO : YOUTUBE)

const asked = (frame: Frame) => HOSTS.some((host) => frame.url().startsWith(host))

interface VideoHosts {
  /** Arguments for the browser: it resolves these hosts to loopback, and no other site. */
  browserArgs: string[]
  stop: () => Promise<void>
}

/**
 * Serves both hosts on loopback. Playwright could intercept their requests instead, but it would then intercept all requests
 * and switch off the browser's cache, which makes the tests a third slower.
 */
export async function startVideoHosts(): Promise<VideoHosts> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-video-hosts-'))
  const { certificate, key } = await makeCertificate(folder, 'video-hosts')
  const tls = { cert: await readFile(certificate), key: await readFile(key) }
  await rm(folder, { recursive: true })
  const server = createServer(tls, (request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(framePageOf(request.headers.host))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The video hosts have no port.')
  const rules = [
    ...[YOUTUBE_HOST, VIMEO_HOST].map((host) => `MAP ${host}:443 127.0.0.1:${address.port}`),
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
    'EXCLUDE localhost',
  ]
  return {
    browserArgs: [`--host-resolver-rules=${rules.join(', ')}`, '--ignore-certificate-errors'],
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The fake player in the page, once it is there. */
export function fakeVideo(page: Page) {
  async function frame(): Promise<Frame> {
    await expect.poll(() => page.frames().filter(asked).length).toBe(1)
    const found = page.frames().find(asked)
    if (found === undefined) throw new Error('The frame has gone.')
    await found.waitForFunction(() => globalThis.fake !== undefined)
    return found
  }
  return {
    /** Plays on for that many seconds of the video, without waiting. */
    run: (seconds: number) =>
      frame().then((found) => found.evaluate((length) => globalThis.fake.run(length), seconds)),
    /** The same, and then it sends no message any more, so that its time in the page stands still. */
    runAndFreeze: (seconds: number) =>
      frame().then((found) =>
        found.evaluate((length) => {
          globalThis.fake.run(length)
          globalThis.fake.silent = true
        }, seconds),
      ),
    /** A video is two minutes long unless the test says otherwise. */
    setDuration: (seconds: number) =>
      frame().then((found) =>
        found.evaluate((length) => {
          globalThis.fake.duration = length
        }, seconds),
      ),
    fail: (code: number | string) =>
      frame().then((found) => found.evaluate((why) => globalThis.fake.fail(why), code)),
    /** What the host's player does now. */
    state: () =>
      frame().then((found) =>
        found.evaluate(() => {
          const { run: _run, fail: _fail, ...state } = globalThis.fake
          return state
        }),
      ),
  }
}
