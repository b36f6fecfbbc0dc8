import { expect, test } from 'vitest'
import { aListedCourse, aPlaylist } from '#web/test-content.ts'
import { captionsCheck, playlistChecks, videoCheck, waitingSentence } from './checklist.ts'

const LONG = 'x'.repeat(100)
const ready = (own = {}) =>
  aPlaylist({
    title: 'Knots for Sailors',
    description: LONG,
    courses: [{ ...aListedCourse(1, 'The bowline'), durationSeconds: 60, hasCaptions: true }],
    ...own,
  })
const resultsOf = (checks: ReturnType<typeof playlistChecks>) =>
  checks.map(({ name, result }) => `${name} ${result}`)

test('a playlist that is ready passes every check', () => {
  expect(resultsOf(playlistChecks(ready()))).toEqual([
    'title ok',
    'description ok',
    'picture ok',
    'videos ok',
    'plays ok',
    'captions ok',
  ])
})

test('title and description are counted in characters as a reader sees them', () => {
  const checks = playlistChecks(ready({ title: '👩‍👩‍👧‍👦'.repeat(9), description: LONG.slice(1) }))
  expect(checks.slice(0, 2).map(({ help }) => help)).toEqual([
    'The title needs at least 10 characters.',
    'The description needs at least 100 characters.',
  ])
  expect(playlistChecks(ready({ title: '👩‍👩‍👧‍👦'.repeat(10) }))[0]?.result).toBe('ok')
})

test('the server’s findings about the picture and a video block', () => {
  const course = aListedCourse(1, 'The bowline')
  const checks = playlistChecks(ready(), { mainPlaylistImage: 'x', [`courses.${course._id}`]: 'x' })
  expect(resultsOf(checks).slice(2)).toEqual(['picture failed', 'videos ok', 'plays failed', 'captions ok'])
  expect(checks[4]).toMatchObject({
    help: "The video 'The bowline' does not play.",
    to: `/teacher-dashboard/edit-course/${ready()._id}/${course._id}?field=videoLink`,
  })
})

test('a video that nobody has played only warns; one that is gone blocks', () => {
  const course = aListedCourse(1, 'The bowline')
  const check = (own = {}) => videoCheck({ playlistId: 'p', courses: [{ ...course, ...own }] })
  expect(check()).toMatchObject({
    label: 'The video plays',
    result: 'warning',
    help: '1 video has not been played yet. You can submit now.',
  })
  expect(check({ unavailableSince: '2026-11-12T00:00:00.000Z' }).result).toBe('failed')
})

test('files that could not be prepared block by name, and those that are being prepared do not', () => {
  const withState = (number: number, title: string, state: 'failed' | 'working') => ({
    ...aListedCourse(number, title),
    durationSeconds: 60,
    videoState: { _id: 'a'.repeat(24), state, progress: 42 },
  })
  const failed = [withState(1, 'Closures', 'failed'), withState(2, 'Modules', 'failed')]
  const preparing = withState(3, 'Promises', 'working')
  expect(videoCheck({ playlistId: 'p', courses: [preparing, ...failed] })).toMatchObject({
    result: 'failed',
    help: '2 files could not be prepared: “Closures”, “Modules”. Replace or delete them.',
    to: `/teacher-dashboard/build/p?course=${failed[0]?._id}#replace`,
  })
  expect(videoCheck({ playlistId: 'p', courses: [preparing] }).result).toBe('ok')
})

test.each([
  [null, 'An admin will review it.'],
  [0.4, 'An admin will review it, usually within 1 hour.'],
  [5, 'An admin will review it, usually within 5 hours.'],
  [19, 'An admin will review it, usually within 1 day.'],
  [25, 'An admin will review it, usually within 2 days.'],
])('a median of %s hours: %s', (hours, sentence) => {
  expect(waitingSentence({ medianHours: hours, trusted: false })).toBe(sentence)
})

test('before the waiting time is known, the sentence has none; a trusted teacher waits for nobody', () => {
  expect(waitingSentence(undefined)).toBe('An admin will review it.')
  expect(waitingSentence({ medianHours: 5, trusted: true })).toBe('What you submit is approved at once.')
})

test('videos without captions only warn', () => {
  const [one, other] = [aListedCourse(1, 'The bowline'), aListedCourse(2, 'The clove hitch')]
  expect(captionsCheck('p', [one])).toEqual({
    name: 'captions',
    label: 'Captions (recommended)',
    result: 'warning',
    help: 'The video has no captions yet.',
    to: `/teacher-dashboard/build/p?course=${one._id}`,
  })
  expect(captionsCheck('p', [{ ...one, hasCaptions: true }, other])).toMatchObject({
    result: 'warning',
    count: '1 of 2',
    help: 'Some videos have no captions yet.',
    to: `/teacher-dashboard/build/p?course=${other._id}`,
  })
})
