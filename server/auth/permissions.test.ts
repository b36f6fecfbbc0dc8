import { expect, test } from 'vitest'
import { ACCESS, type Permission } from '#contract/access.ts'
import { CALLS } from '#contract/calls.ts'
import { AppError } from '#server/http/app-error.ts'
import { openTestApp } from '#server/test-app.ts'
import { audienceOf, authorizeCaller, authorizeResource, createPermissions } from './permissions.ts'
import type { Viewer } from './viewer.ts'

const viewer = (id: string, changes: Partial<Viewer> = {}): Viewer => ({
  id,
  username: id,
  role: 'Student',
  isAdmin: false,
  sessionId: 's',
  emailVerified: true,
  ...changes,
})

/** The outcome that the caller gets for this resource. */
function heard(
  right: Permission,
  caller: Viewer | undefined,
  access: { isShown: boolean; ownerId?: string },
) {
  try {
    authorizeCaller(right, caller)
    authorizeResource(right, caller, { access: { ownerId: 'ada', teacherId: 'ada', ...access } })
    return 'yes'
  } catch (error) {
    return error instanceof AppError ? `${error.code}: ${error.message}` : error
  }
}

test('every call has a row, and so have the live streams and the uploads', () => {
  expect(Object.keys(ACCESS).toSorted()).toEqual(
    [...Object.keys(CALLS), 'live', 'live.me', 'uploads'].toSorted(),
  )
})

test('a call without a row does not start', async () => {
  const { 'likes.like': _like, ...others } = ACCESS
  await expect(openTestApp({ access: others })).rejects.toThrow(
    'likes.like needs a row in contract/access.ts.',
  )
})

test('a row without a call does not start', async () => {
  const access = { ...ACCESS, 'playlists.publish': ACCESS['playlists.create'] }
  await expect(openTestApp({ access })).rejects.toThrow(
    'contract/access.ts has rows that no route answers: playlists.publish.',
  )
})

test('a row about a resource needs a route that finds it, and vice versa', async () => {
  const finds = { ...ACCESS, 'categories.list': { ...ACCESS['categories.list'], of: 'category' as const } }
  await expect(openTestApp({ access: finds })).rejects.toThrow('categories.list must find its category')
  const forgets = { ...ACCESS, 'likes.like': { seen: ACCESS['likes.like'].seen } }
  await expect(openTestApp({ access: forgets })).rejects.toThrow('likes.like finds a resource')
})

test.each(['/api/backdoor', '/debug'])('a route outside of the table does not start: %s', async (path) => {
  const { app } = await openTestApp()
  expect(() => app.get(path, async () => 'hello')).toThrow(`GET ${path} needs a row`)
  expect(() => app.get(path, { config: { call: 'backdoor' } }, async () => 'hello')).toThrow('needs a row')
})

test('a row is only served once its call has taken it', () => {
  const rights = createPermissions(ACCESS)
  expect(rights.allows('/api/courses', 'courses.list')).toBe(false)
  rights.rowOf('courses.list', false)
  expect(rights.allows('/api/courses', 'courses.list')).toBe(true)
  expect(() => rights.checkComplete()).toThrow('rows that no route answers: setup.get')
})

test('a caller with several roles gets the best outcome', () => {
  const both = viewer('eve', { role: 'Teacher', isAdmin: true })
  const change = ACCESS['playlists.update']
  const approve = ACCESS['approval.playlist']
  const hidden = { isShown: false }
  expect(heard(change, both, hidden)).toBe('forbidden: You can only change your own playlists.')
  expect(heard(change, viewer('root', { isAdmin: true }), hidden)).toBe(
    'forbidden: Only a teacher can do this.',
  )
  expect(heard(change, viewer('bea', { role: 'Teacher' }), hidden)).toBe('not_found: Playlist not found.')
  expect(heard(change, viewer('ada', { role: 'Teacher' }), hidden)).toBe('yes')
  expect(heard(approve, viewer('ada', { role: 'Teacher' }), hidden)).toBe(
    'forbidden: Only an admin can do this.',
  )
  expect(heard(approve, viewer('ada', { role: 'Teacher', isAdmin: true }), hidden)).toBe('yes')
  expect(heard(change, undefined, { isShown: true })).toBe('login_required: You must be logged in.')
})

test('an author may take back what they can no longer see, but not reword it', () => {
  const theirs = { isShown: false, ownerId: 'sam' }
  expect(heard(ACCESS['comments.remove'], viewer('sam'), theirs)).toBe('yes')
  expect(heard(ACCESS['comments.update'], viewer('sam'), theirs)).toBe('not_found: Comment not found.')
  const teacher = viewer('ada', { role: 'Teacher' })
  expect(heard(ACCESS['comments.remove'], teacher, theirs)).toBe('forbidden: You cant remove this comment.')
})

test('the audience of a call is the widest group that may call it', () => {
  expect(audienceOf(ACCESS['playlists.get'])).toBe('anyone')
  expect(audienceOf(ACCESS['comments.update'])).toBe('user')
  expect(audienceOf(ACCESS['playlists.create'])).toBe('teacher')
  expect(audienceOf(ACCESS['courses.remove'])).toBe('teacher or admin')
  expect(audienceOf(ACCESS['approval.course'])).toBe('admin')
})
