import { expect, test } from 'vitest'
import { itemAge, roundText, summaryText, versionText } from './words.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')

test('the clock of the browser adds minutes to the first hour only', () => {
  const submittedAt = '2026-11-25T11:20:00.000Z'
  expect(itemAge({ ageHours: 0, submittedAt }, NOW)).toBe('40 min')
  // The clock of the browser is an hour ahead.
  expect(itemAge({ ageHours: 0, submittedAt }, NOW + 3_600_000)).toBe('59 min')
  expect(itemAge({ ageHours: 19, submittedAt }, NOW)).toBe('19 h')
  expect(itemAge({ ageHours: null, submittedAt: null }, NOW)).toBe('')
})

test('the summary leaves out what is not known', () => {
  const oldestSubmittedAt = '2026-11-22T11:00:00.000Z'
  expect(summaryText({ waiting: 12, oldestSubmittedAt, medianHours: 19.4 }, NOW)).toBe(
    '12 waiting · oldest 3 days · median wait 19 h',
  )
  expect(summaryText({ waiting: 0, oldestSubmittedAt: null, medianHours: null }, NOW)).toBe('0 waiting')
})

test('a version is new, a further submission, or an edit of something approved', () => {
  const of = (kind: 'new' | 'edit', submission: number) =>
    versionText({ subject: SUBJECT, version: { kind, submission } })
  expect([of('new', 1), of('new', 3), of('new', 12), of('edit', 2)]).toEqual([
    'Playlist, new',
    'Playlist, third submission',
    'Playlist, 12th submission',
    'Playlist, edit of an approved item',
  ])
})

test('a round says what waits, and for which time', () => {
  const version = (kind: 'new' | 'edit', submission = 1) => ({ kind, submission })
  const texts = [
    roundText({ isPlaylistWaiting: true, videos: 2, version: version('new', 3) }),
    roundText({ isPlaylistWaiting: true, videos: 0, version: version('edit') }),
    roundText({ isPlaylistWaiting: false, videos: 1, version: version('edit') }),
    roundText({ isPlaylistWaiting: false, videos: 3, version: version('new') }),
  ]
  expect(texts).toEqual([
    'Playlist and 2 videos, third round',
    'Playlist, new version',
    '1 video of an approved playlist',
    '3 videos, new',
  ])
})

const SUBJECT = {
  kind: 'playlist',
  _id: 'a'.repeat(24),
  title: 'Knots',
  playlist: { _id: 'a'.repeat(24), title: 'Knots', isPlaylistApproved: 'pending' },
  status: 'pending',
} as const
