import { expect, test } from 'vitest'
import type { Ranges } from '#contract/learning/progress.ts'
import { union } from './ranges.ts'
import { createWatchedRule, type PlaybackReport } from './watched-rule.ts'

/** A player whose clock the test moves. */
function player() {
  let now = 0
  let watched: Ranges = []
  const report: PlaybackReport = { at: 0, duration: 600, rate: 1, state: 'ready' }
  const rule = createWatchedRule(() => now)
  const say = (change: Partial<PlaybackReport>) => {
    Object.assign(report, change)
    const step = rule({ ...report })
    if (step.passed) watched = union(watched, [step.passed])
    return step
  }
  return {
    say,
    wait: (seconds: number) => {
      now += seconds * 1000
    },
    /** Plays for so many seconds on the clock, with a report four times a second. */
    play: (seconds: number) => {
      say({ state: 'playing' })
      for (let left = seconds; left > 0; left -= 0.25) {
        now += 250
        say({ at: report.at + 0.25 * report.rate })
      }
    },
    watched: () => watched,
  }
}

test('every second that was played counts', () => {
  const { play, watched } = player()
  play(95)
  expect(watched()).toEqual([[0, 95]])
})

test.each([0.5, 1.25, 2, 3])('it counts at %sx', (rate) => {
  const { say, play, watched } = player()
  say({ rate })
  play(40)
  expect(watched()).toEqual([[0, 40 * rate]])
})

test('a rate above 3 counts nothing', () => {
  const { say, play, watched } = player()
  say({ rate: 4 })
  play(40)
  expect(watched()).toEqual([])
})

test('a jump counts nothing, and playback after it counts', () => {
  const { say, play, watched } = player()
  play(10)
  expect(say({ at: 400 }).jumped).toBe(true)
  play(20)
  say({ at: 100 })
  play(5)
  expect(watched()).toEqual([
    [0, 10],
    [100, 105],
    [400, 420],
  ])
})

test('a jump to the end counts nothing but the second before it', () => {
  const { say, play, watched } = player()
  play(2)
  say({ at: 599.5 })
  say({ at: 600, state: 'ended' })
  expect(watched()).toEqual([[0, 2]])
})

test('a second counts when most of it was played', () => {
  const { say, play, watched } = player()
  say({ at: 10.25 })
  play(4)
  say({ at: 20.75 })
  play(4)
  expect(watched()).toEqual([
    [10, 14],
    [21, 25],
  ])
})

test('a pause stops the clock, and playback continues where it stopped', () => {
  const { say, play, wait, watched } = player()
  play(12.5)
  say({ state: 'paused' })
  wait(600)
  play(12.5)
  expect(watched()).toEqual([[0, 25]])
})

test('waiting for data is not playing', () => {
  const { say, play, wait, watched } = player()
  play(5)
  say({ state: 'waiting' })
  wait(30)
  play(5)
  expect(watched()).toEqual([[0, 10]])
})

test('a laptop that slept counts nothing for that time', () => {
  const { say, play, wait, watched } = player()
  play(5)
  wait(3600)
  expect(say({ at: 5.25 }).jumped).toBe(true)
  say({ at: 8 })
  expect(watched()).toEqual([[0, 5]])
})

test('a tab in the background reports once a minute, and that minute counts', () => {
  const { say, play, wait, watched } = player()
  play(1)
  wait(60)
  say({ at: 61 })
  expect(watched()).toEqual([[0, 61]])
})

test('nothing counts while the video does not play', () => {
  const { say, watched } = player()
  for (let at = 0; at < 30; at += 1) say({ at, state: 'paused' })
  expect(watched()).toEqual([])
})
