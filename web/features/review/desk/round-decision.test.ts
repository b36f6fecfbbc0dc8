import { expect, test } from 'vitest'
import type { DecisionState } from '#contract/review/decisions.ts'
import type { UnsentNote } from '#contract/review/rounds.ts'
import { aRound, aRoundVideo, id } from '#web/test-revisions.ts'
import { approveLabel, decisionOf } from './round-decision.ts'

const round = aRound({ videos: [aRoundVideo('2'), aRoundVideo('4')] })
const seen = [id('1'), id('2'), id('4')]
const NOTHING: ReadonlyMap<string, DecisionState> = new Map()

const note = (itemId: string, own: Partial<UnsentNote>): UnsentNote => ({
  key: 1,
  itemId,
  text: 'Look here.',
  ...own,
})

test('a playlist is approved together with its videos, as they were on the screen', () => {
  expect(approveLabel(round, NOTHING)).toBe('Approve playlist and 2 videos')
  expect(decisionOf(round, { state: 'approved' }, { notes: [], own: NOTHING })).toEqual({
    roundId: id('a'),
    playlistId: round.subject._id,
    title: 'Knots for Sailors',
    text: 'Approved “Knots for Sailors” and 2 videos.',
    body: { state: 'approved', notes: [], seen },
  })
})

test('a round of videos alone says how many', () => {
  const videos = { ...round, playlist: null }
  expect(approveLabel(videos, NOTHING)).toBe('Approve 2 videos')
  expect(decisionOf(videos, { state: 'approved' }, { notes: [], own: NOTHING }).text).toBe(
    'Approved 2 videos of “Knots for Sailors”.',
  )
})

test('a video with a decision of its own goes out with it, unless it is the same', () => {
  const own = new Map<string, DecisionState>([
    [id('2'), 'changes'],
    [id('4'), 'approved'],
  ])
  expect(approveLabel(round, own)).toBe('Approve playlist and 1 video')
  const words = { state: 'approved' as const, reasons: [], message: 'Nearly.' }
  expect(decisionOf(round, words, { notes: [], own }).body).toEqual({
    ...words,
    notes: [],
    videos: [{ revisionId: id('2'), state: 'changes' }],
    seen,
  })
})

test('notes name the versions that wait now, and a note about something else stays behind', () => {
  const newer = { ...round, videos: [aRoundVideo('2', { _id: id('5') })] }
  const notes = [
    note(id('2'), { atSeconds: 192, carriedFrom: id('7') }),
    note(id('4'), { field: 'title' }),
    note(round.subject._id, { field: 'description' }),
  ]
  const words = { state: 'changes' as const, reasons: ['r'], message: '' }
  expect(decisionOf(newer, words, { notes, own: NOTHING }).body.notes).toEqual([
    { revisionId: id('5'), atSeconds: 192, text: 'Look here.', carriedFrom: id('7') },
    { revisionId: id('1'), field: 'description', text: 'Look here.' },
  ])
})
