import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '#web/core/toasts.ts'
import { aUser } from '#web/test-context.tsx'
import { pressKey, showPlayer, startHost } from '#web/test-player.tsx'

afterEach(() => vi.useRealTimers())

const PICTURE = { url: '/a.webp', width: 160, height: 90 }
const button = (name: string) => screen.getByRole('button', { name })
const notice = () => document.querySelector('[role=status]')?.textContent

test('R sets the start, then the end, and what is between is repeated until R or Stop ends it', () => {
  showPlayer()
  const host = startHost()
  host.playAt(185.4)
  pressKey('KeyR')
  host.playAt(220.2)
  pressKey('KeyR')
  expect(notice()).toBe('Repeating 3:05 to 3:40Stop')
  host.asked()
  host.playAt(220.4)
  expect(host.asked('seekTo')).toEqual([['seekTo', 185, true]])
  host.playAt(186)
  expect(host.asked('seekTo')).toEqual([])

  pressKey('KeyR')
  expect(notice()).toBe('')
  host.playAt(230)
  expect(host.asked('seekTo')).toEqual([])
  pressKey('KeyR')
  fireEvent.click(button('Stop'))
  expect(notice()).toBe('')
})

test('the end of a repetition may be set before its start', () => {
  showPlayer()
  const host = startHost()
  host.playAt(220)
  pressKey('KeyR')
  host.playAt(185)
  pressKey('KeyR')
  expect(notice()).toBe('Repeating 3:05 to 3:40Stop')
})

test('a live video cannot be repeated', () => {
  const shown: string[] = []
  const stop = toasts.subscribe(({ text }) => shown.push(text))
  showPlayer({ course: { videoTitle: 'Live', tutorialImage: PICTURE, playlist: { _id: 'p' } } })
  const host = startHost()
  host.tell({ currentTime: 30, playerState: 1, duration: 0 })
  pressKey('KeyR')
  stop()
  expect(shown).toEqual(['Repeating needs a video with an end.'])
})

const REST = {
  at: 100,
  label: 'Watch the rest',
  detail: '2 min in 2 parts',
  startOver: true,
  rest: [
    [100, 160],
    [230, 290],
  ] satisfies [number, number][],
}

test('Watch the rest skips what is watched and says so, until the user wants everything', () => {
  showPlayer({ start: REST })
  expect(screen.getByText('2 min in 2 parts')).toBeTruthy()
  const host = startHost(/^Watch the rest/)
  host.playAt(159.9)
  expect(host.asked('seekTo')).toEqual([])
  host.playAt(160)
  expect(host.asked('seekTo')).toEqual([['seekTo', 230, true]])
  expect(notice()).toBe('Skipped 1:10 that you have watched.Play everything')
  host.playAt(290)
  expect(host.asked('seekTo')).toEqual([['seekTo', 600, true]])

  fireEvent.click(button('Play everything'))
  host.playAt(165)
  expect(host.asked('seekTo')).toEqual([])
  expect(notice()).toBe('')
})

test('Start over plays everything', () => {
  showPlayer({ start: REST })
  const host = startHost(/^Start over/)
  host.playAt(165)
  expect(host.asked('seekTo')).toEqual([])
})

test('C turns the last language on and off, and Shift+C takes the next one', () => {
  const { settings } = showPlayer({ settings: { captions: 'de' } })
  const host = startHost()
  host.playAt(1)
  host.tell({
    captions: { tracklist: [{ languageCode: 'en' }, { languageCode: 'de' }, { languageCode: 'fr' }] },
  })
  pressKey('KeyC')
  expect(settings()).toMatchObject({ captions: null, captionsLast: 'de' })
  pressKey('KeyC')
  expect(settings()).toMatchObject({ captions: 'de', captionsLast: 'de' })
  pressKey('KeyC', { shiftKey: true })
  expect(settings()).toMatchObject({ captions: 'fr', captionsLast: 'fr' })
  pressKey('KeyC', { shiftKey: true })
  expect(settings()).toMatchObject({ captions: 'en', captionsLast: 'en' })
})

test('over a host’s video nothing flashes: the line of the bar says what a key did, for half a second', () => {
  showPlayer()
  const host = startHost()
  host.playAt(100)
  vi.useFakeTimers()
  pressKey('KeyL')
  expect(screen.getByText('+10 s')).toBeTruthy()
  pressKey('KeyL')
  expect(screen.getByText('+20 s')).toBeTruthy()
  pressKey('KeyJ')
  expect(screen.getByText('−10 s')).toBeTruthy()
  act(() => {
    vi.advanceTimersByTime(500)
  })
  expect(screen.queryByText('−10 s')).toBeNull()
})

test('a video in another tab pauses this one, and Play here pauses the other one', async () => {
  const otherTab = new BroadcastChannel('lectern')
  const heard: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => heard.push(data))
  showPlayer()
  const host = startHost()
  host.playAt(12)
  const mine = { user: aUser()._id, kind: 'play' }
  await waitFor(() => expect(heard).toEqual([mine]))

  otherTab.postMessage({ user: 'somebody else', kind: 'play' })
  otherTab.postMessage(mine)
  await waitFor(() => expect(host.asked('pauseVideo')).toEqual([['pauseVideo']]))
  host.tell({ playerState: 2 })
  expect(notice()).toBe('Paused, because a video plays in another tab.Play here')
  fireEvent.click(button('Play here'))
  expect(host.asked('playVideo')).toEqual([['playVideo']])
  host.playAt(12)
  await waitFor(() => expect(heard).toEqual([mine, mine]))
  expect(notice()).toBe('')
  otherTab.close()
})

test('the list of speeds is the same before and after the start', () => {
  showPlayer()
  const speeds = () =>
    [...screen.getByRole('combobox', { name: 'Speed' }).children].map((each) => each.textContent)
  const before = speeds()
  expect(before).toEqual(['0.25x', '0.5x', '0.75x', '1x', '1.25x', '1.5x', '1.75x', '2x'])
  startHost().playAt(1)
  expect(speeds()).toEqual(before)
})

test('the wheel over the volume changes it, and the page stays', () => {
  const { settings } = showPlayer({ settings: { volume: 0.5 } })
  const isScrolling = fireEvent.wheel(button('Mute'), { deltaY: -100 })
  expect(settings().volume).toBe(0.6)
  expect(isScrolling).toBe(false)
  fireEvent.wheel(button('Mute'), { deltaY: 100 })
  expect(settings().volume).toBe(0.5)
})

test('the last card offers the first video that is not finished', async () => {
  const onPlay = vi.fn<() => void>()
  const unfinished = {
    title: 'The clove hitch',
    image: PICTURE,
    seed: 'c',
    detail: '2 of 3',
    onPlay,
  }
  const playlist = { title: 'Knots', address: '/playlist-details/p', isDone: false }
  showPlayer({ unfinished, playlist })
  const host = startHost()
  host.playAt(599)
  host.tell({ playerState: 0 })
  expect(await screen.findByRole('heading', { name: 'This was the last video.' })).toBeTruthy()
  expect(screen.getByText('The clove hitch')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the playlist' })).toBeTruthy()
  fireEvent.click(button('Watch it'))
  expect(onPlay).toHaveBeenCalledOnce()
})
