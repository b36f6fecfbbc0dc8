import { expect, test, vi } from 'vitest'
import { conflictsOf, settleConflict } from './conflicts.ts'
import type { Draft } from './draft.ts'

const BASE = { updatedAt: '2026-01-02T03:04:05.678Z', fields: { title: 'Knots', description: 'Seven.' } }

function draftOf(fields: Draft['fields']) {
  const restored: Draft = {
    user: 'u',
    kind: 'playlist',
    subject: '1',
    tab: '1',
    base: BASE,
    fields,
    pictures: {},
    at: 1,
  }
  return { typed: undefined, restored, base: BASE, rebase: vi.fn() }
}

test('a field that somebody else has saved is a conflict, one that only the user has changed is none', () => {
  const draft = draftOf({ title: 'My knots', description: 'Eight.' })
  expect(conflictsOf(draft, { title: 'Their knots', description: 'Seven.' })).toEqual([
    { name: 'title', mine: 'My knots', theirs: 'Their knots' },
  ])
  expect(conflictsOf(draft, BASE.fields)).toEqual([])
})

test('a field that the user left alone is not overwritten with its former text without a question', () => {
  const draft = draftOf({ title: 'My knots', description: 'Seven.' })
  const stored = { title: 'Knots', description: 'Nine.' }
  expect(conflictsOf(draft, stored)).toEqual([{ name: 'description', mine: 'Seven.', theirs: 'Nine.' }])
})

test('the same text on both sides is no conflict', () => {
  expect(conflictsOf(draftOf({ title: 'Same', description: 'Seven.' }), { title: 'Same' })).toEqual([])
})

test.each([
  ['mine', 'My knots'],
  ['theirs', 'Their knots'],
] as const)('keeping %s settles the conflict', (keep, title) => {
  const draft = draftOf({ title: 'My knots', description: 'Seven.' })
  settleConflict(draft, { name: 'title', mine: 'My knots', theirs: 'Their knots' }, keep)
  expect(draft.rebase).toHaveBeenCalledWith(
    { title, description: 'Seven.' },
    { ...BASE, fields: { title: 'Their knots', description: 'Seven.' } },
  )
})
