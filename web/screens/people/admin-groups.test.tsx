import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Group } from '#contract/people/groups.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { Component as Admin } from '#web/screens/admin/admin.tsx'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { aGroup, aMember } from '#web/test-groups.ts'
import { Component as AdminGroup } from './admin-group.tsx'
import { Component as AdminGroups } from './admin-groups.tsx'

let groups: Group[]
let requests: unknown[]
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  groups = [aGroup({ leads: [aMember({ username: 'Marta Lindqvist' })] })]
  requests = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

function open(path: string) {
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'groups.list': ({ query }) => {
        const found = groups.filter(({ name }) => name.toLowerCase().includes(query.q ?? ''))
        return { groups: found, total: found.length, nextCursor: null }
      },
      'groups.create': (request) => {
        requests.push(sentTo(request))
        const group = aGroup({ _id: 'e'.repeat(24), name: 'Film club', membersCount: 0 })
        if (groups.some(({ name }) => name === group.name))
          return errorReply(409, { code: 'conflict', message: 'This group already exists.' })
        groups = [...groups, group]
        return { success: true, message: 'Group added.', group }
      },
      'groups.get': ({ params }) => {
        const group = groups.find(({ _id }) => _id === params.groupId)
        if (!group) return errorReply(404, { code: 'not_found', message: 'Group not found.' })
        return { group, members: [], total: 0, nextCursor: null, playlists: [], playlistsNextCursor: null }
      },
      'groups.update': (request) => {
        requests.push(sentTo(request))
        return { success: true, message: 'Group changed.', group: groups[0] ?? aGroup() }
      },
      'teacherRequests.list': () => ({ requests: [], total: 2, nextCursor: null }),
      'secondStep.status': () => ({
        hasPassword: true,
        passwordChangedAt: null,
        allowsPasskeys: false,
        isMissing: false,
        hasAuthenticator: false,
        recoveryCodesLeft: 0,
      }),
      'groups.remove': () => {
        groups = []
        return { success: true, message: 'Group deleted.' }
      },
    },
  })
  const children = [
    { path: 'groups', Component: AdminGroups },
    { path: 'groups/:groupId', Component: AdminGroup },
  ]
  return renderAt([{ path: '/admin', Component: Admin, children }], path, context)
}

const button = (name: string) => screen.findByRole('button', { name })

test('the tabs of admins stand in two rows, and say how many requests to teach wait', async () => {
  open('/admin/groups')
  const nav = within(screen.getByRole('navigation', { name: 'Admin' }))
  expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Playlists',
    'Courses',
    'Teachers',
    'Students',
    'Other',
    'Categories',
    'Overview',
    'Review desk',
    'Reports',
    'People',
    'Groups',
    'Settings',
    'Audit',
  ])
  expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('Groups')
  expect(await screen.findByRole('heading', { name: 'Groups', level: 2 })).toBeTruthy()
  expect(await nav.findByRole('link', { name: /^People ?2 ?waiting$/ })).toBeTruthy()
})

test('without groups an admin is asked to add one, which leads to it', async () => {
  groups = []
  const { router } = open('/admin/groups')
  expect(await screen.findByRole('heading', { name: 'No groups yet.' })).toBeTruthy()
  await userEvent.click(await button('Add a group'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a group' }))
  const name = dialog.getByRole('textbox', { name: /^Name/ })
  expect(document.activeElement).toBe(name)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Mail domain' }), '@school')
  await userEvent.click(dialog.getByRole('button', { name: 'Add group' }))
  expect(await dialog.findByText('Name must be 2 to 60 characters.')).toBeTruthy()
  expect(dialog.getByText('Enter a domain like school.example.')).toBeTruthy()
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Mail domain' }))
  await userEvent.type(name, 'Film club{Enter}')
  expect(await screen.findByRole('heading', { name: 'Film club', level: 1 })).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/admin/groups/${'e'.repeat(24)}`)
  expect(requests).toEqual([{ name: 'Film club', description: '', mailDomain: null }])
  expect(await screen.findByRole('heading', { name: 'Nobody is in this group yet.' })).toBeTruthy()
})

test('a name that is taken stays in the dialog', async () => {
  groups = [aGroup({ name: 'Film club' })]
  open('/admin/groups')
  await userEvent.click(await button('Add a group'))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Film club')
  await userEvent.click(await button('Add group'))
  await waitFor(() =>
    expect(shownToasts).toMatchObject([{ tone: 'error', text: 'This group already exists.' }]),
  )
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Film club')
})

test('groups are found by name, and the words stay in the address', async () => {
  groups = [aGroup(), aGroup({ _id: 'e'.repeat(24), name: 'Film club' })]
  const { router } = open('/admin/groups')
  expect(await screen.findByRole('row', { name: /Class 7b.*28.*6/ })).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search groups in this table' }), 'film')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Class 7b/ })).toBeNull())
  expect(screen.getByRole('row', { name: /Film club/ })).toBeTruthy()
  expect(router.state.location.search).toBe('?q=film')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search groups in this table' }), 's')
  expect(await screen.findByRole('heading', { name: 'Nothing matches.' })).toBeTruthy()
  await userEvent.click(await button('Show all'))
  expect(await screen.findByRole('row', { name: /Class 7b/ })).toBeTruthy()
})

const GROUP = `/admin/groups/${aGroup()._id}`

test('a group says how many people and playlists it has and who leads it', async () => {
  open(GROUP)
  expect(await screen.findByRole('heading', { name: 'Class 7b', level: 1 })).toBeTruthy()
  for (const fact of ['28 people', '6 playlists only for this group', 'Lead: Marta Lindqvist'])
    expect(screen.getByText(fact)).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  const views = within(screen.getByRole('navigation', { name: 'Class 7b' }))
  expect(views.getByRole('link', { current: 'page' }).textContent).toBe('Members 28')
})

test.each([
  [{ membersCount: 28, onlyHere: 6 }, '28 people lose access to 6 playlists that only this group sees.'],
  [{ membersCount: 1, onlyHere: 1 }, '1 person loses access to 1 playlist that only this group sees.'],
  [{ membersCount: 1200, onlyHere: 2 }, '1,200 people lose access to 2 playlists that only this group sees.'],
  [{ membersCount: 28, onlyHere: 0 }, 'Nobody loses access to a playlist.'],
])('before a deletion of %j it says what is lost', async (counts, lost) => {
  groups = [aGroup(counts)]
  const { router } = open(GROUP)
  await userEvent.click(await button('Delete group…'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Class 7b?' })
  expect(within(dialog).getByText(`${lost} Accounts and playlists stay.`)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete group' }))
  expect(await screen.findByRole('heading', { name: 'No groups yet.' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/admin/groups')
  expect(shownToasts).toMatchObject([{ tone: 'success', text: 'Group deleted.' }])
})

test('Cancel deletes nothing', async () => {
  open(GROUP)
  await userEvent.click(await button('Delete group…'))
  await userEvent.click(await button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(groups).toHaveLength(1)
})

test('the settings send only what was changed', async () => {
  groups = [aGroup({ description: 'Room 12.', mailDomain: '7b.school.example' })]
  open(`${GROUP}?view=settings`)
  const domain = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Mail domain' })
  expect(domain.value).toBe('7b.school.example')
  await userEvent.clear(domain)
  await userEvent.click(await button('Save'))
  await waitFor(() => expect(requests).toEqual([{ mailDomain: null }]))
  await waitFor(() => expect(shownToasts).toMatchObject([{ text: 'Group changed.' }]))
})
