import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForPresses } from './picture-presses.ts'

let picture: HTMLElement
let done: string[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  picture = document.body.appendChild(document.createElement('div'))
  picture.getBoundingClientRect = () => new DOMRect(0, 0, 300, 200)
  done = []
  stop = listenForPresses(picture, () => ({
    toggle: () => void done.push('toggle'),
    skip: (seconds) => void done.push(`skip ${seconds}`),
    fullScreen: () => void done.push('full screen'),
  }))
})
afterEach(() => {
  stop()
  picture.remove()
  vi.useRealTimers()
})

function press(pointerType: string, clientX: number): void {
  picture.dispatchEvent(Object.assign(new Event('pointerdown'), { pointerType }))
  const click = new MouseEvent('click', { clientX })
  Object.defineProperty(click, 'timeStamp', { value: performance.now() })
  picture.dispatchEvent(click)
}
const tap = (clientX: number) => press('touch', clientX)

test('a click plays or pauses at once, and a double click changes the full screen', () => {
  press('mouse', 20)
  press('mouse', 20)
  picture.dispatchEvent(new MouseEvent('dblclick'))
  expect(done).toEqual(['toggle', 'toggle', 'full screen'])
})

test('a double tap on a side skips 10 s, each further tap 10 more, and none of them plays or pauses', () => {
  tap(280)
  vi.advanceTimersByTime(200)
  tap(290)
  vi.advanceTimersByTime(400)
  tap(285)
  vi.advanceTimersByTime(1000)
  tap(10)
  vi.advanceTimersByTime(100)
  tap(20)
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['skip 10', 'skip 10', 'skip -10'])
})

test('a single tap waits for a second one, and then plays or pauses', () => {
  tap(280)
  vi.advanceTimersByTime(249)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['toggle'])
})

test('taps on different thirds, or in the middle, do not skip', () => {
  tap(150)
  vi.advanceTimersByTime(100)
  tap(150)
  vi.advanceTimersByTime(1000)
  tap(10)
  vi.advanceTimersByTime(100)
  tap(290)
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['toggle', 'toggle'])
})
