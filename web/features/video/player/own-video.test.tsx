import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Video } from '#contract/video/video.ts'
import { showPlayer } from '#web/test-player.tsx'

/** Its address does not come, so it loads for ever. */
const LOADING = {
  video: { source: 'upload', key: 'a'.repeat(24) } satisfies Video,
  onExpired: () => new Promise<undefined>(() => undefined),
}
const ENGLISH = { _id: 'e', language: 'en', label: 'English' }
const GERMAN = { _id: 'g', language: 'de', label: 'German', auto: true } as const
const CAPTIONS = { choices: [ENGLISH, GERMAN], shown: ENGLISH, cues: [{ start: 0, end: 9, text: 'Hello' }] }

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const start = () => fireEvent.click(screen.getByRole('button', { name: /^Play video/ }))
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
const spoken = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')

test('the picture of the poster stays, and words say that the video loads, and that the line is slow', () => {
  showPlayer(LOADING)
  start()
  expect(document.querySelector('img')).not.toBeNull()
  pass(299)
  expect(spoken()).toBe('')
  pass(1)
  expect(spoken()).toBe('Loading')
  pass(4700)
  expect(spoken()).toBe('Loading on a slow connection')
  expect(document.querySelector('img')).not.toBeNull()
})

test('a key flashes over the picture for half a second', () => {
  showPlayer(LOADING)
  fireEvent.keyDown(document.body, { code: 'Period', shiftKey: true })
  expect(screen.getByText('1.25x', { selector: 'span' })).toBeTruthy()
  pass(500)
  expect(screen.queryByText('1.25x', { selector: 'span' })).toBeNull()
})

test('the captions menu has the languages, the size, the background and the place', async () => {
  vi.useRealTimers()
  const { settings } = showPlayer({ ...LOADING, captions: CAPTIONS })
  fireEvent.click(await screen.findByLabelText('German (auto)'))
  expect(settings()).toMatchObject({ captions: 'de', captionsLast: 'de' })
  fireEvent.click(screen.getByLabelText('XL'))
  fireEvent.click(screen.getByLabelText('None'))
  fireEvent.click(screen.getByLabelText('On the picture'))
  expect(settings()).toMatchObject({ captionsSize: 'xl', captionsGround: 'none', captionsPlace: 'over' })
  fireEvent.click(screen.getByLabelText('Off'))
  expect(settings()).toMatchObject({ captions: null, captionsLast: 'en' })
})

test('captions over the picture are for uploaded videos only', async () => {
  vi.useRealTimers()
  const over = { captions: CAPTIONS, settings: { captionsPlace: 'over' } as const }
  showPlayer(over)
  expect(await screen.findByLabelText('XL')).toBeTruthy()
  expect(screen.queryByLabelText('On the picture')).toBeNull()
})

/** Stands in for Safari. */
function playsHlsItself(): void {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
}

const addressOf = (video: HTMLVideoElement | null) => video?.getAttribute('src')

test('a browser that plays HLS by itself gets the address, and a new one at the same second when it has expired', async () => {
  vi.useRealTimers()
  playsHlsItself()
  const addresses = ['/v/second/master.m3u8', undefined]
  showPlayer({
    video: { ...LOADING.video, master: '/v/first/master.m3u8' },
    start: { at: 70, label: 'Play' },
    onExpired: async () => addresses.shift(),
  })
  start()
  const video = await waitFor(() => {
    const found = document.querySelector('video')
    expect(addressOf(found)).toBe('/v/first/master.m3u8')
    return found ?? document.createElement('video')
  })
  expect(video.currentTime).toBe(70)
  const play = vi.mocked(video.play)
  const before = play.mock.calls.length
  video.currentTime = 95
  vi.spyOn(video, 'paused', 'get').mockReturnValue(false)
  fireEvent.error(video)
  await waitFor(() => expect(addressOf(video)).toBe('/v/second/master.m3u8'))
  expect(video.currentTime).toBe(95)
  expect(play.mock.calls.length).toBe(before + 1)

  // An address that expires at once is not renewed a second time.
  fireEvent.error(video)
  expect(addresses).toHaveLength(1)
})

test('the bar is at the second where the video starts, also before the video is there', async () => {
  vi.useRealTimers()
  playsHlsItself()
  showPlayer({
    video: { ...LOADING.video, master: '/v/first/master.m3u8' },
    start: { at: 70, label: 'Play' },
  })
  start()
  const video = await waitFor(() => document.querySelector('video') ?? Promise.reject(new Error('No video.')))
  const say = (readyState: number, event: string) => {
    vi.spyOn(video, 'readyState', 'get').mockReturnValue(readyState)
    fireEvent(video, new Event(event))
  }
  video.currentTime = 0
  say(0, 'waiting')
  expect(screen.getByText(/^1:10/)).toBeTruthy()
  video.currentTime = 95
  say(1, 'timeupdate')
  expect(screen.getByText(/^1:35/)).toBeTruthy()
})
