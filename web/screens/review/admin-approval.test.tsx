import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FullRevision } from '#contract/review/review.ts'
import type { RevisionRef } from '#contract/review/revisions.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { Component as Admin } from '#web/screens/admin/admin.tsx'
import { ADA, aCard, aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { aReviewedCourse, aRevision, id } from '#web/test-revisions.ts'
import { AdminCourses, AdminPlaylists } from './admin-items.tsx'
import { CourseView, PlaylistView } from './item-view.tsx'

const PLAYLIST = `/admin/playlist-view/${aCard()._id}`
const COURSE = `/admin/course-view/${aCard()._id}/${aCourse()._id}`

let nothing: boolean
let set: () => Response
/** The `updatedAt` of the items. */
let read: () => string
let sent: unknown[]
/** The version that waits beside the approved items. */
let waiting: RevisionRef | undefined
let revision: FullRevision
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  nothing = false
  set = () => Response.json({ success: true, message: 'Done.' })
  sent = []
  waiting = undefined
  revision = aRevision()
  read = () => aCard().updatedAt
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

const list = { total: 1, nextCursor: null }
const setting = ({ init: { body } }: { init: RequestInit }) => {
  sent.push(typeof body === 'string' ? JSON.parse(body) : body)
  return set()
}

function open(path: string) {
  const pending = { isPlaylistApproved: 'pending', isCourseApproved: 'pending' } as const
  const online = waiting && { waiting, revision: { ...waiting, submittedAt: aCard().createdAt } }
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'playlists.list': () => ({ playlists: nothing ? [] : [aCard(pending)], ...list }),
      'courses.list': () => ({ courses: nothing ? [] : [aCourse(pending)], ...list }),
      'playlists.get': () => aPlaylist({ ...(waiting ? online : pending), updatedAt: read() }),
      'courses.get': () => aCourse({ ...(waiting ? online : pending), updatedAt: read() }),
      'teacherRequests.list': () => ({ requests: [], total: 0, nextCursor: null }),
      'review.get': () => revision,
      'review.decide': setting,
      'approval.playlist': setting,
      'approval.course': setting,
    },
  })
  const children = [
    { index: true, Component: AdminPlaylists },
    { path: 'courses-admin', Component: AdminCourses },
    { path: 'playlist-view/:playlistId', Component: PlaylistView },
    { path: 'course-view/:playlistId/:courseId', Component: CourseView },
  ]
  return renderAt([{ path: '/admin', Component: Admin, children }], path, context)
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('the table of playlists has id, name, creator, image, status, day, a link to view and a delete icon without an action, in this order', async () => {
  open('/admin')
  const row = await screen.findByRole('row', { name: /Knots for Sailors/ })
  expect(heads()).toEqual(['Id', 'Name', 'Creator', 'Image', 'Status', 'Created', 'View', 'Delete'])
  for (const words of [`…${aCard()._id.slice(-6)}`, 'Ada Byron', 'pending', '2026-03-14']) {
    expect(within(row).getByText(words)).toBeTruthy()
  }
  expect(within(row).getByTitle(aCard()._id)).toBeTruthy()
  expect(row.querySelector(`img[src="${aCard().mainPlaylistImage.url}"]`)).not.toBeNull()
  expect(within(row).getByRole('link').getAttribute('href')).toBe(PLAYLIST)
  expect(within(row).getByRole('img', { name: 'Delete is not available' })).toBeTruthy()
  expect(within(row).queryByRole('button')).toBeNull()
})

test('the table of courses has a link to view and nothing to delete', async () => {
  open('/admin/courses-admin')
  const row = await screen.findByRole('row', { name: /The bowline/ })
  expect(heads()).toEqual(['Name', 'Playlist', 'Creator', 'Image', 'Status', 'Created', 'View'])
  expect(within(row).getByText('2026-03-14')).toBeTruthy()
  expect(within(row).getByRole('link').getAttribute('href')).toBe(COURSE)
  expect(within(row).queryByRole('img', { name: /Delete/ })).toBeNull()
})

test.each([
  ['/admin', 'No playlists yet!'],
  ['/admin/courses-admin', 'No Courses yet'],
])('%s without any says %s', async (path, words) => {
  nothing = true
  open(path)
  expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('the review screen shows the whole playlist beside its status form', async () => {
  open(PLAYLIST)
  expect(await screen.findByRole('heading', { name: 'Knots for Sailors' })).toBeTruthy()
  for (const words of ['Seven knots, tied slowly.', 'science', ADA.username, '2026-03-14', '2 submitted']) {
    expect(screen.getByText(words)).toBeTruthy()
  }
})

test('the creator block of a course shows placeholder text', async () => {
  open(COURSE)
  expect(await screen.findByText('Course creator')).toBeTruthy()
  expect(screen.getByText('How to tie the bowline.')).toBeTruthy()
  expect(screen.queryByText(ADA.username)).toBeNull()
})

test.each([
  { path: PLAYLIST, field: 'isPlaylistApproved', text: 'Playlist status updated successfully!' },
  { path: COURSE, field: 'isCourseApproved', text: 'Course status updated successfully!' },
])(
  'on $path any of the four statuses can be chosen, pending comes first, and success shows a toast',
  async (scenario) => {
    open(scenario.path)
    const statuses = await screen.findAllByRole<HTMLInputElement>('radio')
    expect(statuses.map(({ value }) => value)).toEqual(['pending', 'processing', 'approved', 'cancel'])
    expect(statuses.map(({ checked }) => checked)).toEqual([true, false, false, false])
    for (const [index, status] of ['processing', 'approved', 'cancel', 'pending'].entries()) {
      await userEvent.click(screen.getByRole('radio', { name: new RegExp(`^${status}`) }))
      await userEvent.click(screen.getByRole('button', { name: 'Update Status' }))
      await waitFor(() => expect(shownToasts).toHaveLength(index + 1))
      expect(sent.at(-1)).toEqual({ [scenario.field]: status, updatedAt: aCard().updatedAt })
    }
    expect(new Set(shownToasts.map((toast) => JSON.stringify(toast)))).toEqual(
      new Set([JSON.stringify({ tone: 'success', text: scenario.text, timeout: 6000 })]),
    )
  },
)

const rejectStatus = () => errorReply(400, { code: 'invalid', message: 'No.' })
const loseConnection = () => {
  throw new TypeError('Failed to fetch')
}

test.each([
  [PLAYLIST, 'rejected', rejectStatus],
  [COURSE, 'rejected', rejectStatus],
  [PLAYLIST, 'lost', loseConnection],
  [COURSE, 'lost', loseConnection],
])('a status that could not be set on %s shows a browser alert, and the choice stays: %s', async (...how) => {
  const [path, , fail] = how
  const alert = vi.fn()
  vi.stubGlobal('alert', alert)
  set = fail
  open(path)
  await userEvent.click(await screen.findByRole('radio', { name: /^approved/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Update Status' }))
  await waitFor(() => expect(alert).toHaveBeenCalledExactlyOnceWith('Error updating playlist status'))
  expect(shownToasts).toEqual([])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^approved/ }).checked).toBe(true)

  set = () => Response.json({ success: true, message: 'Done.' })
  await userEvent.click(screen.getByRole('button', { name: 'Update Status' }))
  await waitFor(() => expect(shownToasts).toMatchObject([{ tone: 'success' }]))
  expect(alert).toHaveBeenCalledOnce()
})

test.each([PLAYLIST, COURSE])(
  'on %s a conflict is reported, and the new version can be loaded',
  async (path) => {
    const message = 'This was changed after you opened it. Look at it again.'
    set = () => {
      read = () => '2026-03-15T10:00:00.000Z'
      return errorReply(409, { code: 'conflict', message })
    }
    open(path)
    const update = await screen.findByRole('button', { name: 'Update Status' })
    await userEvent.click(update)
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await userEvent.click(screen.getByRole('button', { name: 'Look again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await userEvent.click(update)
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ updatedAt: '2026-03-15T10:00:00.000Z' }))
  },
)

test('the form says that admins cannot review their own work', async () => {
  set = () => errorReply(403, { code: 'forbidden', message: 'You cannot review your own work.' })
  open(PLAYLIST)
  await userEvent.click(await screen.findByRole('button', { name: 'Update Status' }))
  expect((await screen.findByRole('alert')).textContent).toBe('You cannot review your own work.')
})

test.each([PLAYLIST, COURSE])(
  'on %s the form names the version that waits and leads to it on the desk',
  async (path) => {
    waiting = { _id: id('7'), number: 3, state: 'submitted' }
    open(path)
    expect(await screen.findByText(/^A new version waits\./)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Review it' })
    expect(link.getAttribute('href')).toBe(`/admin/review?item=${id('7')}`)
  },
)

test('All at once leaves the versions that wait beside approved ones to the desk', async () => {
  waiting = { _id: id('7'), number: 3, state: 'submitted' }
  const { subject } = aRevision()
  revision = aRevision({
    _id: id('7'),
    subject: { ...subject, status: 'approved' },
    courses: [
      { ...aReviewedCourse('2', 'submitted'), status: 'approved' },
      aReviewedCourse('3', 'submitted'),
    ],
  })
  open(PLAYLIST)
  expect(await screen.findByText(/^edit of an approved video/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Approve 1 video' }))
  await waitFor(() => expect(sent).toEqual([{ state: 'approved', courses: [] }]))
})
