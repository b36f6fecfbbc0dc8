import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Engine, Playback } from './engine.ts'
import { VIMEO_ORIGIN, vimeoEngine } from './vimeo-engine.ts'
import { YOUTUBE_ORIGIN, youtubeEngine } from './youtube-engine.ts'

let frame: HTMLIFrameElement
/** What the engine posted to the frame. */
let posted: { message: unknown; to: string }[]
let reports: Playback[]
let engine: Engine

beforeEach(() => {
  vi.useFakeTimers()
  frame = document.body.appendChild(document.createElement('iframe'))
  posted = []
  reports = []
  vi.spyOn(contentOf(frame), 'postMessage').mockImplementation((message: unknown, to: unknown) => {
    posted.push({ message: typeof message === 'string' ? JSON.parse(message) : message, to: String(to) })
  })
})
afterEach(() => {
  engine.destroy()
  frame.remove()
  vi.useRealTimers()
})

function contentOf({ contentWindow }: HTMLIFrameElement): Window {
  if (contentWindow === null) throw new Error('The frame has no window.')
  return contentWindow
}

function connect(create: (frame: HTMLIFrameElement) => Engine): void {
  engine = create(frame)
  engine.on((now) => reports.push(now))
}

const load = () => frame.dispatchEvent(new Event('load'))

function receive(origin: string, data: unknown, source: Window = contentOf(frame)): void {
  dispatchEvent(new MessageEvent('message', { origin, source, data }))
}
const fromYouTube = (message: object) => receive(YOUTUBE_ORIGIN, JSON.stringify(message))
const fromVimeo = (message: object) => receive(VIMEO_ORIGIN, message)
/** The commands sent since the last call. */
const commands = () => posted.splice(0).map(({ message }) => message)

test.each([
  { host: 'YouTube', create: youtubeEngine, origin: YOUTUBE_ORIGIN, greeting: { event: 'listening' } },
  { host: 'Vimeo', create: vimeoEngine, origin: VIMEO_ORIGIN, greeting: { method: 'ping' } },
])('the frame of $host is greeted from its load until it answers', ({ create, origin, greeting }) => {
  connect(create)
  vi.advanceTimersByTime(1000)
  expect(posted).toEqual([])
  load()
  vi.advanceTimersByTime(750)
  expect(posted).toHaveLength(4)
  // A browser complains about a message to the origin of a frame that is blocked.
  expect(posted[0]).toMatchObject({ message: greeting, to: '*' })
  posted = []
  receive(origin, '{}')
  vi.advanceTimersByTime(60_000)
  engine.play()
  expect(posted.length).toBeGreaterThan(0)
  for (const { message, to } of posted)
    expect({ message, to }).toEqual({ message: expect.not.objectContaining(greeting), to: origin })
  expect(reports.map(({ fault }) => fault)).not.toContain('no-messages')
})

test('messages of another origin or window are ignored, and so are values that are not objects', () => {
  connect(youtubeEngine)
  load()
  const message = JSON.stringify({ event: 'infoDelivery', info: { currentTime: 5 } })
  receive('https://www.youtube.com', message)
  receive(YOUTUBE_ORIGIN, message, window)
  for (const data of ['not JSON', 'null', '3', null, 7]) receive(YOUTUBE_ORIGIN, data)
  expect(reports).toEqual([])
  receive(YOUTUBE_ORIGIN, message)
  expect(reports).toMatchObject([{ time: 5 }])
})

test('a frame that does not load in 15 seconds, or loads and is silent for 5, is a fault', () => {
  connect(youtubeEngine)
  vi.advanceTimersByTime(14_999)
  expect(reports).toEqual([])
  vi.advanceTimersByTime(1)
  expect(reports).toMatchObject([{ fault: 'not-loaded' }])
  engine.destroy()

  reports = []
  connect(vimeoEngine)
  load()
  vi.advanceTimersByTime(4999)
  expect(reports).toEqual([])
  vi.advanceTimersByTime(1)
  expect(reports).toMatchObject([{ fault: 'no-messages' }])
})

test('a frame that was silent is still greeted and heard, and is one fault however long it takes', () => {
  connect(youtubeEngine)
  vi.advanceTimersByTime(15_000)
  load()
  vi.advanceTimersByTime(5000)
  expect(reports.map(({ fault }) => fault)).toEqual(['not-loaded'])
  posted = []
  vi.advanceTimersByTime(60_000)
  expect(posted).toHaveLength(12)
  fromYouTube({ event: 'infoDelivery', info: { currentTime: 5, playerState: 1 } })
  expect(reports.at(-1)).toMatchObject({ state: 'playing', time: 5 })
  expect(reports.at(-1)?.fault).toBeUndefined()
})

test('an engine that is destroyed neither sends nor hears', () => {
  connect(youtubeEngine)
  load()
  engine.destroy()
  posted = []
  vi.advanceTimersByTime(60_000)
  fromYouTube({ event: 'infoDelivery', info: { currentTime: 5 } })
  expect([posted, reports]).toEqual([[], []])
})

test('YouTube: state, time and rate come from its messages', () => {
  connect(youtubeEngine)
  load()
  fromYouTube({ event: 'infoDelivery', info: { duration: 120 } })
  expect(reports.at(-1)).toMatchObject({ hasFrame: false })
  fromYouTube({ event: 'infoDelivery', info: { currentTime: 3, playerState: 1, playbackRate: 2 } })
  fromYouTube({ event: 'infoDelivery', info: { progressState: { current: 4, duration: 121, loaded: 60 } } })
  expect(reports.at(-1)).toEqual({
    state: 'playing',
    time: 4,
    duration: 121,
    buffered: 60,
    rate: 2,
    languages: [],
    hasFrame: true,
    isSlow: false,
  })
  const states = [-1, 5, 3, 2, 0].map((info) => {
    fromYouTube({ event: 'onStateChange', info })
    return reports.at(-1)?.state
  })
  expect(states).toEqual(['ready', 'ready', 'waiting', 'paused', 'ended'])
  fromYouTube({ event: 'onStateChange', info: 99 })
  expect(reports.at(-1)?.state).toBe('ended')
})

test('YouTube: commands are those of its own script, with a rate of at most 2', () => {
  connect(youtubeEngine)
  load()
  fromYouTube({ event: 'onReady' })
  commands()
  engine.play()
  engine.pause()
  engine.seek(95)
  engine.rate(3)
  engine.volume(0.4, true)
  const command = (func: string, ...args: unknown[]) => ({
    id: 1,
    channel: 'widget',
    event: 'command',
    func,
    args,
  })
  expect(commands()).toEqual([
    command('playVideo'),
    command('pauseVideo'),
    command('seekTo', 95, true),
    command('setPlaybackRate', 2),
    command('setVolume', 40),
    command('mute'),
  ])
})

test('YouTube: captions are chosen again when its list of them has come', () => {
  connect(youtubeEngine)
  load()
  fromYouTube({ event: 'onReady' })
  engine.captions('en-GB')
  commands()
  const tracklist = [{ languageCode: 'de' }, { languageCode: 'en' }]
  fromYouTube({ event: 'infoDelivery', info: { captions: { tracklist } } })
  fromYouTube({ event: 'onApiChange' })
  expect(commands()).toMatchObject([
    { func: 'setOption', args: ['captions', 'track', { languageCode: 'en' }] },
  ])
  engine.captions(null)
  expect(commands()).toMatchObject([{ func: 'setOption', args: ['captions', 'track', {}] }])
})

test.each([
  [2, '2'],
  [100, '100'],
  [150, '150'],
  ['153', '153'],
  [{ errorCode: 101 }, '101'],
  [999, '5'],
])('YouTube: error %j is fault %s', (info, fault) => {
  connect(youtubeEngine)
  load()
  fromYouTube({ event: 'onError', info })
  expect(reports).toMatchObject([{ fault }])
})

test('Vimeo: state and time come from its events, which the engine asks for once', () => {
  connect(vimeoEngine)
  load()
  fromVimeo({ event: 'ready' })
  expect(commands()).toContainEqual({ method: 'addEventListener', value: 'timeupdate' })
  fromVimeo({ method: 'getDuration', value: 90 })
  fromVimeo({ event: 'playing', data: { seconds: 0, duration: 90 } })
  fromVimeo({ event: 'progress', data: { seconds: 30, duration: 90 } })
  fromVimeo({ event: 'timeupdate', data: { seconds: 4.2, duration: 90 } })
  fromVimeo({ event: 'playbackratechange', data: { playbackRate: 1.5 } })
  expect(reports.at(-1)).toMatchObject({
    state: 'playing',
    time: 4.2,
    duration: 90,
    buffered: 30,
    rate: 1.5,
  })
  expect(commands()).not.toContainEqual({ method: 'addEventListener', value: 'timeupdate' })
})

test('Vimeo: the end of buffering does not make a paused video play', () => {
  connect(vimeoEngine)
  load()
  const after = (...events: string[]) => {
    for (const event of events) fromVimeo({ event, data: {} })
    return reports.at(-1)?.state
  }
  expect(after('playing', 'bufferstart')).toBe('waiting')
  expect(after('bufferend')).toBe('playing')
  expect(after('bufferstart', 'pause', 'bufferend')).toBe('paused')
})

test('Vimeo: commands are those of its own script, with captions in a language that it has', () => {
  connect(vimeoEngine)
  load()
  fromVimeo({ method: 'getTextTracks', value: [{ language: 'de' }, { language: 'en' }] })
  commands()
  engine.seek(95)
  engine.rate(3)
  engine.rate(0.25)
  engine.volume(0.4, false)
  engine.captions('en-US')
  engine.captions(null)
  expect(commands()).toEqual([
    { method: 'setCurrentTime', value: 95 },
    { method: 'setPlaybackRate', value: 2 },
    { method: 'setPlaybackRate', value: 0.5 },
    { method: 'setVolume', value: 0.4 },
    { method: 'setMuted', value: false },
    { method: 'enableTextTrack', value: { language: 'en' } },
    { method: 'disableTextTrack' },
  ])
})

test('Vimeo: an error of the video is a fault, a command that failed is not', () => {
  connect(vimeoEngine)
  load()
  fromVimeo({ event: 'error', data: { name: 'RangeError', method: 'setPlaybackRate' } })
  expect(reports.map(({ fault }) => fault)).not.toContain('vimeo')
  fromVimeo({ event: 'error', data: { name: 'PrivacyError', method: 'ready' } })
  expect(reports.at(-1)).toMatchObject({ fault: 'vimeo' })
})
