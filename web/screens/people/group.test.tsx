import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Candidate, Group, Member } from '#contract/people/groups.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { Component as AccountGroups } from '#web/screens/account/account-groups.tsx'
import { aCard } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { aGroup, aMember } from '#web/test-groups.ts'
import { Component as GroupScreen } from './group.tsx'

const marta = aMember({ _id: '1'.repeat(24), username: 'Marta Lindqvist', role: 'Teacher', isLead: true })
const leo = aMember({ _id: '2'.repeat(24), source: 'invitation', email: 'leo@school.example' })
const nora: Candidate = { ...aMember({ _id: '3'.repeat(24), username: 'Nora Klein' }), isMember: false }

let group: Group
/** Undefined for somebody who is no lead. */
let members: Member[] | undefined
let requests: unknown[]
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => setTimeout(run))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  group = aGroup({ isMember: true, isLead: true, onlyHere: undefined, leads: [marta] })
  members = [leo, marta]
  requests = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

function open(path: string, isAdmin = false) {
  const context = testContext({
    user: aUser({ isAdmin }),
    answers: {
      'groups.list': ({ query }) => {
        requests.push(query)
        const groups = group.isMember ? [group] : []
        return { groups, total: groups.length, nextCursor: null }
      },
      'groups.get': ({ query }) => {
        const found = members?.filter(({ username }) => username.toLowerCase().includes(query.q ?? ''))
        return {
          group,
          ...(found && { members: found }),
          total: found?.length ?? 0,
          nextCursor: null,
          playlists: [aCard()],
          playlistsNextCursor: null,
        }
      },
      'groups.people': ({ query }) => ({
        people: 'nora klein'.includes(query.q ?? '-')
          ? [{ ...nora, isMember: members?.some(({ _id }) => _id === nora._id) ?? false }]
          : [],
      }),
      'groups.add': (request) => {
        requests.push(sentTo(request))
        members = [...(members ?? []), aMember(nora)]
        return { success: true, message: '1 person added.', added: 1 }
      },
      'groups.setMember': (request) => {
        requests.push(['PUT', request.params.personId, sentTo(request)])
        members = [leo, marta]
        return { success: true, message: 'Member saved.' }
      },
      'groups.removeMember': ({ params }) => {
        if (params.memberId === marta._id)
          return errorReply(403, { code: 'forbidden', message: 'Only an admin can remove a lead.' })
        members = members?.filter(({ _id }) => _id !== params.memberId)
        return { success: true, message: 'Member removed.' }
      },
    },
  })
  const routes = [
    { path: '/account/groups', Component: AccountGroups },
    { path: '/groups/:groupId', Component: GroupScreen },
  ]
  return renderAt(routes, path, context)
}

const SCREEN = `/groups/${aGroup()._id}`
const rowOf = (name: RegExp) => screen.findByRole('row', { name })
const button = (name: string) => screen.findByRole('button', { name })

test('one’s groups are listed with their playlists, and lead to them', async () => {
  open('/account/groups')
  await userEvent.click(await screen.findByRole('link', { name: 'Class 7b' }))
  expect(requests).toEqual([{ own: 'true', limit: '50' }])
  expect(await screen.findByRole('heading', { name: 'Class 7b', level: 1 })).toBeTruthy()
})

test('somebody in no group reads what a group is for', async () => {
  group = aGroup()
  open('/account/groups')
  expect(await screen.findByRole('heading', { name: 'You are in no group yet.' })).toBeTruthy()
})

test('a member sees the playlists of the group, and neither members nor a way to change them', async () => {
  members = undefined
  group = { ...group, isLead: false, membersCount: undefined, leads: undefined }
  open(SCREEN)
  expect(await screen.findByRole('link', { name: /^View Playlist/ })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Class 7b' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add people' })).toBeNull()
})

test('a lead removes a member and takes it back with Undo, but removes no lead', async () => {
  open(SCREEN)
  expect(within(await rowOf(/Leo Tanaka/)).getByText('leo@school.example')).toBeTruthy()
  expect(within(await rowOf(/Marta Lindqvist/)).queryByRole('button')).toBeNull()
  await userEvent.click(await button('Remove Leo Tanaka'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Leo Tanaka/ })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Members')
  expect(shownToasts).toMatchObject([{ text: 'Leo Tanaka was removed from Class 7b.' }])
  shownToasts[0]?.action?.run()
  expect(await rowOf(/Leo Tanaka/)).toBeTruthy()
  expect(requests).toEqual([['PUT', leo._id, {}]])
})

test('an admin makes a member a lead', async () => {
  open(SCREEN, true)
  const row = within(await rowOf(/Leo Tanaka/))
  // The browser of these tests shows no popovers.
  await userEvent.click(row.getByRole('menuitem', { name: 'Make lead', hidden: true }))
  await waitFor(() => expect(requests).toEqual([['PUT', leo._id, { lead: true }]]))
})

test('people are found while a lead types, and added with one press', async () => {
  open(SCREEN)
  const [link] = await screen.findAllByRole('link', { name: 'Add people' })
  if (link) await userEvent.click(link)
  const field = screen.getByRole('searchbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.type(field, 'nora')
  const add = await button('Add Nora Klein')
  await userEvent.click(add)
  expect(await rowOf(/Nora Klein/)).toBeTruthy()
  expect(requests).toEqual([{ ids: [nora._id] }])
  expect(await button('Added: Nora Klein')).toBeTruthy()
  await userEvent.type(field, 'x')
  expect(await screen.findByText('Nobody matches “norax”.')).toBeTruthy()
})

test('members are searched, and a search without matches says so', async () => {
  open(SCREEN)
  await rowOf(/Leo Tanaka/)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search members in this table' }), 'zzz')
  expect(await screen.findByText('No member’s name contains “zzz”.')).toBeTruthy()
  await userEvent.click(await button('Show all'))
  expect(await rowOf(/Leo Tanaka/)).toBeTruthy()
})
