import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Person, PersonPage } from '#contract/people/people.ts'
import { aUser, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component as People } from './people.tsx'
import { Component as PersonScreen } from './person.tsx'

const at = '2026-11-20T10:00:00.000Z'
const photo = { url: '/media/photo.webp', width: 96, height: 96 }
const MARTA = '4'.repeat(24)
const BEN = '5'.repeat(24)

const aPerson = (own: Partial<Person> = {}): Person => ({
  _id: MARTA,
  username: 'Marta Lindqvist',
  email: 'marta@riverside.example',
  role: 'Teacher',
  profilePhoto: photo,
  isAdmin: false,
  state: 'active',
  groups: [],
  createdAt: at,
  lastActiveAt: at,
  ...own,
})

const aPage = (own: Partial<PersonPage['person']> = {}): PersonPage => ({
  person: {
    ...aPerson(),
    groups: [{ _id: '7'.repeat(24), name: 'Class 7b', isLead: true }],
    emailVerified: true,
    trusted: true,
    hasPassword: true,
    hasAuthenticator: true,
    passkeys: 2,
    ...own,
  },
  space: { usedBytes: 14.2 * 1024 ** 3, quotaGb: null, siteQuotaGb: 20 },
  content: {
    approved: 5,
    waiting: 2,
    others: 0,
    inTrash: 0,
    videos: 48,
    playlists: [{ _id: '8'.repeat(24), title: 'Closures', coursesCount: 12, status: 'approved' }],
  },
  learning: { started: 6, done: 3, minutes: 410 },
  sessions: [
    {
      _id: '9'.repeat(24),
      agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0',
      network: '81.170.x.x',
      unknownNetwork: false,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: at,
    },
  ],
  decisions: {
    approved: 14,
    changes: 3,
    rejected: 0,
    reportsKept: 1,
    reportsRemoved: 0,
    newest: [
      {
        at,
        state: 'changes',
        by: 'Anna',
        subject: { kind: 'course', title: 'Hoisting' },
        text: 'The slide at 3:12.',
      },
      {
        at: '2026-11-02T16:05:00.000Z',
        state: 'kept',
        by: 'Helen',
        subject: { kind: 'course', title: 'Scopes' },
        text: 'The video does not work',
      },
    ],
  },
  resetBy: 'code',
})

function open(path: string, page = aPage()) {
  const sent: unknown[] = []
  const people = [aPerson(), aPerson({ _id: BEN, username: 'Ben Marlow', email: 'ben@riverside.example' })]
  const reply = (name: string, message: string) => (request: { init: RequestInit }) => {
    sent.push([name, sentTo(request)])
    return { success: true as const, message }
  }
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'people.list': ({ query }) => {
        sent.push(['list', query])
        const found = people.filter(({ username }) =>
          username.toLowerCase().includes((query.q ?? '').toLowerCase()),
        )
        return { people: found, everybody: 642, total: found.length, nextCursor: null }
      },
      'people.get': () => page,
      'people.endSessions': reply('endSessions', 'Marta Lindqvist is logged out everywhere.'),
      'people.reset': (request) => ({
        ...reply('reset', 'Give this code to Marta Lindqvist.')(request),
        code: 'ABCD-EFGH',
      }),
      'people.setQuota': reply('setQuota', 'Quota changed.'),
      'people.remove': reply('remove', 'Marta Lindqvist is deleted.'),
      'people.restore': reply('restore', 'Marta Lindqvist is back.'),
      'review.audit': () => ({ entries: [], total: 0, nextCursor: null }),
      'groups.list': () => ({ groups: [], total: 0, nextCursor: null }),
      'teacherRequests.list': () => ({ requests: [], total: 0, nextCursor: null }),
      'invitations.list': () => ({ invitations: [], total: 0, nextCursor: null }),
      'passkeys.list': () => ({ passkeys: [] }),
      'secondStep.status': () => ({
        hasPassword: true,
        passwordChangedAt: null,
        hasAuthenticator: false,
        recoveryCodesLeft: 0,
        allowsPasskeys: false,
        isMissing: false,
      }),
    },
  })
  const routes = [
    { path: '/admin/people', Component: People },
    { path: '/admin/people/:userId', Component: PersonScreen },
  ]
  return { ...renderAt(routes, path, context), sent }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const page = `/admin/people/${MARTA}`

test('everybody is found while typing, and what matches is marked', async () => {
  const { sent } = open('/admin/people')
  await userEvent.type(await screen.findByRole('searchbox'), 'mar')
  await waitFor(() => expect(sent).toContainEqual(['list', { q: 'mar', limit: '50' }]))
  expect(await screen.findByText('2 of 642 people match “mar”')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Marta Lindqvist' })
  expect(link.getAttribute('href')).toBe(page)
  const marks = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marks).toEqual(['Mar', 'mar', 'Mar'])
})

test('role and state narrow the list and stand in the address', async () => {
  const { sent, router } = open('/admin/people')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Suspended')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Teacher')
  await waitFor(() =>
    expect(sent).toContainEqual(['list', { role: 'Teacher', state: 'suspended', limit: '50' }]),
  )
  expect(router.state.location.search).toBe('?state=suspended&role=Teacher')
})

test('the page of a person shows numbers, sessions and decisions', async () => {
  open(page)
  expect(await screen.findByRole('heading', { level: 1, name: 'Marta Lindqvist' })).toBeDefined()
  const learning = within(screen.getByRole('region', { name: 'Learning' }))
  expect(learning.getByText('410')).toBeDefined()
  expect(screen.getByText('Authenticator app and 2 passkeys')).toBeDefined()
  expect(screen.getByText('14.2 of 20 GB (the site’s default)')).toBeDefined()
  const decisions = within(screen.getByRole('region', { name: 'Decisions and reports' }))
  expect(decisions.getByText(/14 approved · 3 times changes requested · 1 report kept/)).toBeDefined()
  expect(decisions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Anna requested changes to Hoisting: “The slide at 3:12.”.'),
    expect.stringContaining('A report about Scopes (“The video does not work”) was kept.'),
  ])
})

test('ending all sessions asks for the password', async () => {
  const { sent } = open(page)
  await userEvent.click(await button('End all sessions'))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Your password/), 'my password')
  await userEvent.click(dialog.getByRole('button', { name: 'End all sessions' }))
  await waitFor(() => expect(sent).toContainEqual(['endSessions', { password: 'my password' }]))
})

test('a code for a new password is shown once', async () => {
  open(page)
  await userEvent.click(await button(/^Create/))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Your password/), 'my password')
  await userEvent.click(dialog.getByRole('button', { name: 'Create the code' }))
  expect(await screen.findByText('ABCD-EFGH')).toBeDefined()
})

test('an empty quota is that of the site', async () => {
  const { sent } = open(page)
  await userEvent.click(await button(/the quota$/))
  const field = await screen.findByLabelText('Upload quota in GB')
  await userEvent.type(field, '50')
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(sent).toContainEqual(['setQuota', { gb: 50 }]))
  await userEvent.click(await button(/the quota$/))
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(sent).toContainEqual(['setQuota', { gb: null }]))
})

test('a deletion hands the playlists to a teacher, or deletes them too', async () => {
  const { sent } = open(page)
  await userEvent.click(await button(/^Delete account/))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { name: 'Hand 7 playlists to' })).toHaveProperty('checked', true)
  const teacher = await dialog.findByRole('combobox', { name: /^Teacher/ })
  await waitFor(() => expect(within(teacher).getByRole('option', { name: /Ben Marlow/ })).toBeDefined())
  expect(within(teacher).queryByRole('option', { name: /Marta/ })).toBeNull()
  await userEvent.selectOptions(teacher, BEN)
  await userEvent.type(dialog.getByLabelText(/to confirm/), 'Marta Lindqvist')
  await userEvent.type(dialog.getByLabelText(/^Your password/), 'my password')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }))
  await waitFor(() =>
    expect(sent).toContainEqual([
      'remove',
      { password: 'my password', username: 'Marta Lindqvist', playlistsTo: BEN },
    ]),
  )
})

test('a deleted account can be restored until it is gone', async () => {
  const deleted = { at, until: '2026-12-04T10:00:00.000Z', by: 'Helen', own: false }
  const { sent } = open(page, aPage({ state: 'deleted', deleted }))
  const box = await screen.findByRole('region', { name: 'Deleted account' })
  expect(box.textContent).toMatch(/Deleted on .* by Helen\. It is gone for good on/)
  expect(screen.queryByRole('link', { name: 'Open profile' })).toBeNull()
  await userEvent.click(await button(/^Restore account/))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Your password/), 'my password')
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(sent).toContainEqual(['restore', { password: 'my password' }]))
})
