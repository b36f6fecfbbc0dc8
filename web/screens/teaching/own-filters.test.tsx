import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import type { Need } from '#contract/insight/needs.ts'
import { ADA, aCard } from '#web/test-content.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { OwnPlaylists } from './own-items.tsx'

const counts = { draft: 1, review: 0, changes: 2, approved: 57, rejected: 0, scheduled: 1 }
const teacher = aUser({ ...ADA, role: 'Teacher' })

let needs: Need[]
let found: PlaylistCard[]
let asked: Record<string, string>[]

beforeEach(() => {
  needs = []
  found = [aCard({ title: 'Knots' })]
  asked = []
})

function open(path = '/teacher-dashboard') {
  const context = testContext({
    user: teacher,
    answers: {
      'teaching.needs': () => ({ items: needs }),
      'playlists.ofTeacher': ({ query }) => {
        asked.push(query)
        return { playlists: found, total: found.length, nextCursor: null, coursesCount: 0, counts }
      },
    },
  })
  const routes = [
    { path: '/teacher-dashboard', Component: OwnPlaylists },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]
  return renderAt(routes, path, context)
}

const chips = () => within(screen.getByRole('group', { name: 'Filter by state' }))

test('the table asks for the last changed first and has a chip for each state with playlists', async () => {
  open()
  await screen.findByRole('button', { name: 'All 61' })
  expect(asked[0]).toMatchObject({ sort: 'changed', view: 'card', limit: '50' })
  expect(
    chips()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All 61', 'Draft 1', 'Changes requested 2', 'Approved 57', 'Scheduled 1'])
})

test('a chip, the words and the order narrow the list that the server sends', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Changes requested 2' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort playlists' }), 'Title')
  await userEvent.type(screen.getByRole('searchbox'), 'knots')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ stage: 'changes', sort: 'title', q: 'knots' }))
})

test('when nothing matches, Show all clears every filter', async () => {
  found = []
  open('/teacher-dashboard?stage=draft&q=nothing&needs=true')
  await screen.findByText('None of your playlists match.')
  found = [aCard({ title: 'Knots' })]
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('Knots')).toBeTruthy()
  expect(asked.at(-1)).not.toHaveProperty('stage')
})

test('a slash goes to the search, and Enter opens the only playlist that it finds', async () => {
  open()
  await screen.findByText('Knots')
  await userEvent.keyboard('/k{Enter}')
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
})

test('Enter stays in the table when several playlists match', async () => {
  found = [aCard({ title: 'Knots' }), aCard({ _id: 'c'.repeat(24), title: 'More knots' })]
  open()
  await screen.findByText('Knots')
  await userEvent.keyboard('/k{Enter}')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: 'k' }))
  expect(screen.getByText('More knots')).toBeTruthy()
})

test('a row says what the videos of its playlist need', async () => {
  found = [aCard({ title: 'Knots', videoNeeds: { changes: 2, files: 1, unavailable: 0 } })]
  open()
  const row = within(await screen.findByRole('row', { name: /Knots/ }))
  expect(row.getByText('2 videos need changes')).toBeTruthy()
  expect(row.getByText('1 file failed')).toBeTruthy()
  expect(row.queryByText(/unavailable/)).toBeNull()
})
