import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Overview } from '#contract/overview/overview.ts'
import { CHECKS } from '#contract/overview/overview-kinds.ts'
import { type Handlers, renderAt, testContext } from '#web/test-context.tsx'
import { OverviewParts } from './overview-parts.tsx'
// These are downloaded on demand. Importing them here keeps slow machines from timing out.
import '#web/ui/overlay/confirm.tsx'

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const QUIET: Overview = {
  waiting: [],
  medianHours: null,
  people: { accounts: 1, teachers: 0, signUps: 1 },
  storage: { at: null, videos: null, database: null, pictures: null, uploads: null, free: null },
  jobs: { count: 0, items: [] },
  mail: { mode: 'smtp', waiting: 0, failed: 0, rejected: 0 },
  backup: { last: null, failed: null },
  version: '0.2.0',
  commit: null,
  checklist: null,
  demo: { accounts: 0, playlists: 0, isLeaving: false },
}

function open(overview: Partial<Overview>, answers: Handlers = {}): void {
  renderAt(
    [{ path: '/', element: <OverviewParts overview={{ ...QUIET, ...overview }} /> }],
    '/',
    testContext({ answers }),
  )
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('a quiet site says that nothing waits, no job has failed, and that there is no backup', async () => {
  open({})
  expect((await part('Waiting for you')).getByText('Nothing is waiting.')).toBeTruthy()
  expect((await part('Failed jobs')).getByText('No job has failed.')).toBeTruthy()
  expect((await part('Operation')).getByText('No backup yet')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Getting ready' })).toBeNull()
})

test('each part of what waits has its number, its age and a link to its place', async () => {
  open({
    waiting: [
      { kind: 'submissions', count: 12, since: ago(3) },
      { kind: 'reports', count: 0, since: null },
      { kind: 'requests', count: 2, since: ago(1) },
    ],
    medianHours: 19,
  })
  const rows = (await part('Waiting for you')).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'SubmissionsOldest 3 days · median wait 19 h12Open',
    'Requests to teachOldest 1 day2Open',
  ])
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
    '/admin/review',
    '/admin/people?tab=requests',
  ])
})

test('a backup that is older than seven days warns, and a newer failure is named', async () => {
  open({ backup: { last: { at: ago(9.5), fileName: 'a.tar.gz', bytes: 1024 ** 3 }, failed: null } })
  expect((await part('Operation')).getByText('No backup for 9 days.')).toBeTruthy()
})

test('a younger backup says its age and size', async () => {
  open({ backup: { last: { at: ago(0.125), fileName: 'a.tar.gz', bytes: 1.2 * 1024 ** 3 }, failed: null } })
  expect((await part('Operation')).getByText('3 h ago, 1.2 GB')).toBeTruthy()
})

test('the demo is named before it is removed', async () => {
  const removed: string[] = []
  open(
    {
      checklist: CHECKS.map((check) => ({ check, done: check === 'mail' })),
      demo: { accounts: 9, playlists: 13, isLeaving: false },
    },
    {
      'overview.removeDemo': () => {
        removed.push('all')
        return { success: true, message: 'The demo content is being removed.' }
      },
    },
  )
  const ready = await part('Getting ready')
  expect(ready.getByText('1 of 7')).toBeTruthy()
  await userEvent.click(ready.getByRole('button', { name: 'Remove demo content' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/^This deletes 9 accounts and 13 playlists, /)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove demo content' }))
  expect(removed).toEqual(['all'])
})
