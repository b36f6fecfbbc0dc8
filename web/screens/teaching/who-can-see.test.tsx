import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { Group } from '#contract/people/groups.ts'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { ADA, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { aGroup } from '#web/test-groups.ts'
import { Component as AddPlaylist } from './add-playlist.tsx'
import { Component as EditPlaylist } from './edit-playlist.tsx'

/** jsdom cannot put a file into a form, so every form that is sent has one. */
class WithImage extends FormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super(form)
    const image = new File(['x'], 'cover.png', { type: 'image/png' })
    if (submitter) this.set('mainPlaylistImage', image)
  }
}

const CLASS = aGroup({ _id: '7'.repeat(24), name: 'Class 7b' })
const CLUB = aGroup({ _id: '8'.repeat(24), name: 'Film club' })

let groups: Group[]
let counted: () => Response | { people: number; losing: number }
let rejected: Parameters<typeof errorReply>[1] | undefined
let sent: { call: string; body: unknown }[]
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  vi.stubGlobal('FormData', WithImage)
  groups = [CLASS, CLUB]
  counted = () => ({ people: 39, losing: 0 })
  rejected = undefined
  sent = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

function open(address: string, playlist: Playlist = aPlaylist()) {
  const category = { _id: '1'.repeat(24), title: 'science', createdAt: '', playlistsCount: 0 }
  const saved = (call: string) => (request: { init: RequestInit }) => {
    const { body } = request.init
    sent.push({ call, body: body instanceof FormData ? Object.fromEntries(body) : sentTo(request) })
    return { success: true as const, message: 'Playlist updated.', data: playlist }
  }
  const context = testContext({
    user: aUser({ ...ADA, role: 'Teacher' }),
    answers: {
      'categories.list': () => ({ categories: [category] }),
      'playlists.get': () => playlist,
      'playlists.ofTeacher': () => ({ playlists: [], total: 0, nextCursor: null, coursesCount: 0 }),
      'playlists.create': saved('create'),
      'playlists.update': saved('update'),
      'visibility.change': (request) => (rejected ? errorReply(400, rejected) : saved('change')(request)),
      'visibility.audience': () => counted(),
      'groups.list': () => ({ groups, total: groups.length, nextCursor: null }),
      'review.history': () => ({ items: [], total: 0, nextCursor: null }),
      'review.waitingTime': () => ({ medianHours: null, of: 0, trusted: false, edits: 'video' }),
    },
  })
  const routes = [
    { path: '/teacher-dashboard/add-playlist', Component: AddPlaylist },
    { path: '/teacher-dashboard/edit-playlist/:id', Component: EditPlaylist },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]
  return renderAt(routes, address, context)
}

const EDIT = `/teacher-dashboard/edit-playlist/${aPlaylist()._id}`
const choice = (name: RegExp) => screen.findByRole('radio', { name })
const field = () => screen.findByRole('combobox', { name: 'Add one of your groups' })
const chosen = () => within(screen.getByRole('list', { name: 'Chosen groups' })).getAllByRole('listitem')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function fillIn() {
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Acids')
  await userEvent.type(screen.getByLabelText(/^Description/), 'Nine short films.')
  await screen.findByRole('option', { name: 'science' })
  await userEvent.selectOptions(screen.getByLabelText(/^Category/), 'science')
}

test('a new playlist is for everyone unless its teacher chooses otherwise', async () => {
  open('/teacher-dashboard/add-playlist')
  expect(await choice(/^Everyone ?On the site, in search and on the web/)).toHaveProperty('checked', true)
  for (const name of [
    /^People with the link ?Not in lists or search. You can replace the link at any time/,
    /^Members ?Everybody who is logged in/,
    /^Groups ?Only people in the groups that you choose/,
  ])
    expect(await choice(name)).toHaveProperty('checked', false)
  expect(
    screen.getByText('Others see it only after approval. The picture itself is not secret.'),
  ).toBeTruthy()
  await fillIn()
  await press('Add Playlist')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).not.toHaveProperty('visibility')
})

test('groups are found by typing, chosen by the keyboard and sent with the playlist', async () => {
  open('/teacher-dashboard/add-playlist')
  await fillIn()
  await userEvent.click(await choice(/^Groups/))
  await userEvent.type(await field(), 'cla{Enter}')
  expect(chosen().map(({ textContent }) => textContent)).toEqual(['Class 7b · 28 people'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}{Escape}')
  expect(chosen()).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Class 7b' }))
  expect(document.activeElement).toBe(await field())
  await press('Add Playlist')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ visibility: 'groups', groups: CLUB._id })
})

test('a choice of groups without one is an error at the field, and the choice stays as a draft', async () => {
  open('/teacher-dashboard/add-playlist')
  await fillIn()
  await userEvent.click(await choice(/^Groups/))
  await press('Add Playlist')
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Choose at least one group.')).toBeTruthy()
  expect(document.activeElement).toBe(await field())
  await userEvent.type(await field(), 'film{Enter}')
  expect(screen.queryByText('Choose at least one group.')).toBeNull()
  await waitFor(() =>
    expect(currentDrafts()[0]?.fields).toMatchObject({ visibility: 'groups', groups: CLUB._id }),
  )
  expect(sent).toEqual([])
})

test('somebody in no group reads what to do, and three hundred groups are a list to search', async () => {
  groups = []
  const { unmount } = open('/teacher-dashboard/add-playlist')
  await userEvent.click(await choice(/^Groups/))
  expect(await screen.findByText('You are in no group yet. An admin can add you to one.')).toBeTruthy()
  unmount()
  groups = Array.from({ length: 300 }, (_, index) =>
    aGroup({ _id: String(index).padStart(24, '0'), name: `Group ${index}` }),
  )
  open('/teacher-dashboard/add-playlist')
  await userEvent.click(await choice(/^Groups/))
  await userEvent.click(await field())
  expect(screen.getAllByRole('option', { name: /^Group/ })).toHaveLength(50)
  expect(screen.getByText('300 groups. Type to find one.')).toBeTruthy()
  await userEvent.type(await field(), '299')
  expect(screen.getAllByRole('option', { name: /^Group/ })).toHaveLength(1)
})

test('the form says whom the playlist reaches, also while people are counted and when that fails', async () => {
  counted = () => errorReply(500, { code: 'unexpected', message: 'Something went wrong.' })
  open('/teacher-dashboard/add-playlist')
  const reach = within(await screen.findByRole('region', { name: 'Who this reaches' }))
  expect(reach.getByText('Counting…')).toBeTruthy()
  expect(await reach.findByText('The people could not be counted.')).toBeTruthy()
  counted = () => ({ people: 39, losing: 0 })
  await userEvent.click(reach.getByRole('button', { name: 'Count again' }))
  expect(await reach.findByText('39')).toBeTruthy()
  expect(reach.getByText('Everyone finds it')).toBeTruthy()
  await userEvent.click(await choice(/^Members/))
  expect(await reach.findByText('Nobody else does')).toBeTruthy()
})

test('a change by which learners lose access is asked first, and can be undone', async () => {
  counted = () => ({ people: 12, losing: 28 })
  open(EDIT)
  await userEvent.click(await choice(/^Members/))
  await press('Update Playlist')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('28 learners lose access. Their progress is kept.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await press('Update Playlist')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Change' }),
  )
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['change', 'update']))
  expect(sent[0]?.body).toEqual({ visibility: 'members' })
  const undo = await waitFor(() => shownToasts.find(({ action }) => action?.label === 'Undo'))
  undo?.action?.run()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]).toEqual({ call: 'change', body: { visibility: 'public' } })
})

test('groups that the teacher has left stay chosen, and another change leaves them alone', async () => {
  open(EDIT, aPlaylist({ visibility: 'groups', groups: [{ _id: '9'.repeat(24), name: 'Staff' }] }))
  expect((await screen.findByRole('list', { name: 'Chosen groups' })).textContent).toBe('Staff')
  await userEvent.type(screen.getByLabelText(/^Promise/), 'You can.')
  await press('Update Playlist')
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['update']))
})

test('an audience that the server rejects saves nothing, and the form says why', async () => {
  const message = 'Choose groups that you belong to.'
  open(EDIT)
  rejected = { code: 'invalid', message, errors: { groups: message } }
  await userEvent.click(await choice(/^Groups/))
  await userEvent.type(await field(), 'film{Enter}')
  await press('Update Playlist')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(sent).toEqual([])
})
