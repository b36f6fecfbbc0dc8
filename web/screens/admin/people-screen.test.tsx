import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Invitation } from '#contract/people/invitations.ts'
import type { TeacherRequest } from '#contract/people/teacher-requests.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { aUser, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { aGroup } from '#web/test-groups.ts'
import { Component as InvitePeople } from './invite-people.tsx'
import { Component as People } from './people.tsx'

const at = '2026-11-20T10:00:00.000Z'
const photo = { url: '/media/photo.webp', width: 96, height: 96 }

const anInvitation = (own: Partial<Invitation> = {}): Invitation => ({
  _id: '1'.repeat(24),
  kind: 'mail',
  email: 'anna@school.example',
  username: null,
  role: 'Student',
  groups: [{ _id: '7'.repeat(24), name: 'Class 7b' }],
  usesMax: 1,
  uses: 0,
  state: 'waiting',
  mail: 'sent',
  createdAt: at,
  expiresAt: '2026-12-04T10:00:00.000Z',
  createdBy: { _id: '0'.repeat(24), username: 'Helen' },
  link: `https://lectern.test/join#invite=${'1'.repeat(24)}.x`,
  canChange: true,
  ...own,
})

const REQUEST: TeacherRequest = {
  _id: '3'.repeat(24),
  user: {
    _id: '4'.repeat(24),
    username: 'Marta',
    profilePhoto: photo,
    email: 'marta@school.example',
    role: 'Student',
  },
  reason: 'I want to teach woodwork.',
  state: 'open',
  message: '',
  decidedBy: null,
  decidedAt: null,
  createdAt: at,
}

let invitations: Invitation[]
let requests: TeacherRequest[]
let sent: unknown[]
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  invitations = [
    anInvitation(),
    anInvitation({ _id: '2'.repeat(24), kind: 'link', email: null, mail: null, usesMax: 30, uses: 3 }),
  ]
  requests = [REQUEST]
  sent = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => {
  unsubscribe()
  vi.useRealTimers()
})

function open(path: string) {
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'invitations.list': ({ query }) => {
        const found = invitations.filter(({ state }) => (query.state ?? state) === state)
        return { invitations: found, total: found.length, nextCursor: null }
      },
      'invitations.create': (request) => {
        sent.push(sentTo(request))
        return { success: true, message: 'Invited 2 people.', invitations }
      },
      'invitations.send': ({ params }) => {
        sent.push(['send', params.invitationId])
        return { success: true, message: 'The invitation is sent again.', invitation: anInvitation() }
      },
      'invitations.revoke': ({ params }) => {
        invitations = invitations.map((each) =>
          each._id === params.invitationId ? { ...each, state: 'revoked', link: null } : each,
        )
        return { success: true, message: 'The invitation is withdrawn.', invitation: anInvitation() }
      },
      'groups.list': () => ({ groups: [aGroup()], total: 1, nextCursor: null }),
      'teacherRequests.list': () => ({ requests, total: requests.length, nextCursor: null }),
      'teacherRequests.decide': (request) => {
        sent.push(sentTo(request))
        requests = []
        return { success: true, message: 'Marta can teach now.', request: { ...REQUEST, state: 'accepted' } }
      },
    },
  })
  return renderAt(
    [
      { path: '/admin/people', Component: People },
      { path: '/admin/people/invite', Component: InvitePeople },
    ],
    path,
    context,
  )
}

/** An item of the menu of the first invitation. */
async function item(name: string): Promise<HTMLElement> {
  const [first] = await screen.findAllByRole('listitem')
  return within(first ?? document.body).getByRole('menuitem', { name, hidden: true })
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('invitations are listed with their state, mail and uses, and the tabs say how many wait', async () => {
  open('/admin/people?tab=invitations')
  const [mail, link] = await screen.findAllByRole('listitem')
  expect(mail?.textContent).toMatch(
    /anna@school\.example.*Student · Class 7b · mailed · until 4 December · by Helen/,
  )
  expect(link?.textContent).toMatch(/Link to Class 7b.*3 of 30 uses/)
  const tabs = within(screen.getByRole('navigation', { name: 'People' }))
  expect(await tabs.findByRole('link', { name: /^Requests ?1$/ })).toBeDefined()
  const current = await tabs.findByRole('link', { name: /^Invitations ?2$/ })
  expect(current.getAttribute('aria-current')).toBe('page')
})

test('an invitation is sent again and withdrawn', async () => {
  open('/admin/people?tab=invitations')
  await userEvent.click(await button('More: anna@school.example'))
  await userEvent.click(await item('Send again'))
  await waitFor(() => expect(sent).toEqual([['send', '1'.repeat(24)]]))
  await waitFor(() => expect(shownToasts.at(-1)?.text).toBe('The invitation is sent again.'))
  await userEvent.click(await button('More: anna@school.example'))
  await userEvent.click(await item('Withdraw'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw this invitation?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Withdrawn'))
  expect(document.activeElement?.textContent).toBe('Invitations')
  expect(screen.queryByRole('button', { name: 'Copy link: anna@school.example' })).toBeNull()
})

test('people are invited by mail, and a wrong address keeps what was typed', async () => {
  const { router } = open('/admin/people/invite')
  const addresses = await screen.findByRole('textbox', { name: 'Email addresses' })
  await userEvent.type(addresses, 'anna@{enter}ben@school.example')
  await userEvent.click(await button('Send invitations'))
  expect(await screen.findByText('"anna@" is not an email address.')).toBeDefined()
  expect(addresses).toHaveProperty('value', 'anna@\nben@school.example')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Add a group' }), 'cla{Enter}')
  expect(screen.getByRole('list', { name: 'Chosen groups' }).textContent).toBe('Class 7b · 28 people')
  await userEvent.clear(addresses)
  await userEvent.type(addresses, 'Anna <anna@school.example>, ben@school.example')
  await userEvent.click(await button('Send invitations'))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=invitations'))
  expect(sent).toEqual([
    {
      kind: 'mail',
      emails: ['anna@school.example', 'ben@school.example'],
      role: 'Student',
      groups: [aGroup()._id],
      uses: 30,
      days: 14,
    },
  ])
  expect(shownToasts.at(-1)?.text).toBe('Invited 2 people.')
})

test('a new link is shown to copy', async () => {
  invitations = [anInvitation({ kind: 'link', email: null })]
  open('/admin/people/invite?way=link')
  await userEvent.click(await button('Create the link'))
  const field = await screen.findByLabelText('The link is ready. Everybody who has it can use it.')
  expect(field).toHaveProperty('value', `${location.origin}/join#invite=${'1'.repeat(24)}.x`)
})

test('a request to teach is accepted with a message, unless the admin takes it back in time', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  open('/admin/people?tab=requests')
  expect(await screen.findByText('I want to teach woodwork.')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Welcome!')
  await user.click(await button('Decline'))
  await user.click(await button('Undo'))
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Welcome!')
  await user.click(await button('Accept'))
  expect((await button('Undo')) === document.activeElement).toBe(true)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([{ accepted: true, message: 'Welcome!' }])
  expect(await screen.findByText('Nobody asks to teach.')).toBeDefined()
  expect(sent).toHaveLength(1)
  expect(shownToasts.at(-1)?.text).toBe('Marta can teach now.')
})

test('a decision is sent when the admin leaves the screen', async () => {
  const { router } = open('/admin/people?tab=requests')
  await userEvent.click(await button('Accept'))
  await button('Undo')
  await router.navigate('/admin/people/invite')
  await waitFor(() => expect(sent).toEqual([{ accepted: true, message: '' }]))
})
