import { expect, test } from 'vitest'
import { cpuSeconds } from './transcode.ts'

const HOUR = 3600

interface Shape {
  width: number
  height: number
  rate: number
}

function limitOf(duration: number, { width, height, rate }: Shape): number {
  const colours = { pixels: 'yuv420p', matrix: 'bt709', transfer: 'bt709', primaries: 'bt709' }
  const times = { rate: { text: String(rate), value: rate }, start: 0, perSecond: rate }
  return cpuSeconds({ duration, picture: { index: 0, isDefault: true, width, height, ...colours, ...times } })
}

const SMALL = { width: 1280, height: 720, rate: 25 }
const LARGE = { width: 3840, height: 2160, rate: 60 }

test('three hours of 4K with 60 pictures a second may take half a minute of processor time for each second', () => {
  expect(limitOf(3 * HOUR, LARGE)).toBeGreaterThan(3 * HOUR * 30)
})

test('a minute of 720p may take minutes of processor time, not hours', () => {
  expect(limitOf(60, SMALL)).toBeLessThan(15 * 60)
})

test('the limit grows with the pixels of a picture, with the pictures a second and with the length', () => {
  const limit = limitOf(HOUR, SMALL)
  expect(limitOf(HOUR, { ...SMALL, width: 2560 })).toBeGreaterThan(limit)
  expect(limitOf(HOUR, { ...SMALL, rate: 50 })).toBeGreaterThan(limit)
  expect(limitOf(2 * HOUR, SMALL)).toBeGreaterThan(1.9 * limit)
})

test('a film without a rate is limited by the pictures a second that it is encoded with', () => {
  expect(limitOf(HOUR, { ...SMALL, rate: 1 })).toBe(limitOf(HOUR, { ...SMALL, rate: 10 }))
})

test('sound alone may take six seconds of processor time for each second', () => {
  expect(cpuSeconds({ duration: HOUR, picture: undefined })).toBe(60 + 6 * HOUR)
})
