import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Need } from '#contract/insight/needs.ts'
import { writeDraft } from '#web/core/drafts/drafts.ts'
import { renderAt, testContext } from '#web/test-context.tsx'
import { NeedsPanel } from './needs-panel.tsx'

const PLAYLIST = 'b'.repeat(24)
const course = (id: string, title: string) => ({
  _id: id.repeat(24),
  kind: 'course' as const,
  title,
  playlistId: PLAYLIST,
})
const since = new Date(2025, 10, 12, 9, 14).toISOString()

const open = (needs: Need[]) =>
  renderAt([{ path: '/', element: <NeedsPanel needs={needs} /> }], '/', testContext())

test('the panel is absent when nothing waits', () => {
  open([])
  expect(screen.queryByRole('heading')).toBeNull()
})

test('each kind has its sentence and a button that leads to the place', async () => {
  const knots = { _id: PLAYLIST, kind: 'playlist' as const, title: 'Knots', playlistId: PLAYLIST }
  open([
    { kind: 'changes', count: 1, since, subjects: [{ ...knots, admin: 'Anna', notes: 3 }] },
    { kind: 'files', count: 2, since, subjects: [course('1', 'Closures'), course('2', 'Modules')] },
    { kind: 'unavailable', count: 1, since, subjects: [course('3', 'Subgrid')] },
    { kind: 'ready', count: 1, since, subjects: [knots] },
  ])
  expect(await screen.findByRole('heading', { name: 'Needs you 4' })).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map((row) => ({
    text: row.querySelector('p')?.textContent,
    button: within(row).getByRole('link').textContent,
    to: within(row).getByRole('link').getAttribute('href'),
  }))
  expect(rows).toEqual([
    {
      text: 'Anna requested changes to “Knots”: 3 notes.',
      button: 'See the notes',
      to: `/teacher-dashboard/build/${PLAYLIST}#notes`,
    },
    {
      text: '2 files could not be prepared: “Closures” and “Modules”.',
      button: 'Replace',
      to: `/teacher-dashboard/build/${PLAYLIST}?course=${'1'.repeat(24)}#replace`,
    },
    {
      text: '“Subgrid” is unavailable since 12 November 2025.',
      button: 'Replace the video',
      to: `/teacher-dashboard/build/${PLAYLIST}?course=${'3'.repeat(24)}#replace`,
    },
    {
      text: '“Knots” is ready to submit.',
      button: 'Submit for review',
      to: `/teacher-dashboard/build/${PLAYLIST}#submit`,
    },
  ])
})

test('several of a kind end with a link that filters the table', async () => {
  open([{ kind: 'unavailable', count: 3, since, subjects: [course('3', 'Subgrid')] }])
  const more = await screen.findByRole('link', { name: 'and 2 more' })
  expect(more.getAttribute('href')).toBe('/teacher-dashboard?needs=true')
})

test('a draft of this browser goes on where it was typed', async () => {
  const goesOn = {
    title: 'Closures',
    address: `/teacher-dashboard/build/${PLAYLIST}?course=${'1'.repeat(24)}`,
  }
  const draft = { user: 'visitor', kind: 'course texts', subject: '1', tab: '1', pictures: {} }
  const at = new Date().setHours(0, 0, 0, 0)
  open([])
  writeDraft({ ...draft, fields: { title: 'Clos' }, place: goesOn, at })
  writeDraft({ ...draft, kind: 'comment', fields: { text: 'Thanks' }, at: at + 1 })
  const row = await screen.findByRole('listitem')
  expect(row.querySelector('p')?.textContent).toBe('Unsaved text in “Closures” from 00:00.')
  expect(within(row).getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(goesOn.address)
})
