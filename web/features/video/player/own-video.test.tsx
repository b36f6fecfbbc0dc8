import { act, fireEvent, screen } from '@testing-library/react'
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
