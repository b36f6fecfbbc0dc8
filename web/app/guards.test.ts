import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { guardsOf, redirectFor } from '#web/core/guard.ts'
import { aUser } from '#web/test-context.tsx'
import { laterRoutes } from './later-routes.ts'
import { routesWith } from './routes.tsx'

const routes = routesWith([laterRoutes])

const PUBLIC = [
  '/',
  '/about',
  '/courses',
  '/teachers',
  '/contact',
  '/playlist-details/1',
  '/teacher-profile/1',
  '/course-search',
  '/forgot-password',
  '/verify-email',
  '/reset-password',
  '/api/docs',
  '/unsubscribe',
  '/nowhere',
]
const OF_GUESTS = ['/register', '/login']
const OF_USERS = [
  '/profile/1',
  '/update-user/1',
  '/user-saved-playlist/1',
  '/watch-video/1/2',
  '/teacher-dashboard',
  '/teacher-dashboard/add-playlist',
  '/teacher-dashboard/add-course',
  '/teacher-dashboard/table-course',
  '/teacher-dashboard/edit-playlist/1',
  '/teacher-dashboard/edit-course/1/2',
  '/teacher-dashboard/analytics',
  '/teacher-dashboard/analytics/1',
  '/teacher-dashboard/analytics/1/2',
  '/teacher-dashboard/build/1',
  '/teacher-dashboard/build/1/add',
  '/teacher-dashboard/build/1/captions/2/en',
  '/learning',
  '/learning/history',
  '/learning/done',
  '/learning/notes',
  '/learning/liked',
  '/comments',
  '/learning/finished/1',
  '/notifications',
  '/account',
  '/account/security',
  '/account/notifications',
  '/account/groups',
  '/groups/1',
]
/** These send visitors home; the newer screens of admins send them to the login. */
const OF_ADMINS = [
  '/admin',
  '/admin/courses-admin',
  '/admin/teachers',
  '/admin/students',
  '/admin/other',
  '/admin/category',
  '/admin/playlist-view/1',
  '/admin/course-view/1/2',
]
const NEWER_OF_ADMINS = [
  '/admin/review',
  '/admin/audit',
  '/admin/reports',
  '/admin/settings',
  '/admin/groups',
  '/admin/groups/1',
  '/admin/people',
  '/admin/people/invite',
  '/admin/people/1',
]
/** Of a site for members only, these are open. */
const OF_SIGN_IN = ['/forgot-password', '/verify-email', '/reset-password', '/unsubscribe', '/api/docs']

const redirect = (path: string, user: ReturnType<typeof aUser> | null, site = {}) =>
  redirectFor(guardsOf((matchRoutes(routes, path) ?? []).map(({ route }) => route)), user, site)

const everywhere = (paths: string[], to: string | undefined) => paths.map((path) => [path, to])
const redirects = (paths: string[], user: ReturnType<typeof aUser> | null) =>
  paths.map((path) => [path, redirect(path, user)])

test('a visitor sees public screens, and is led to the login or home from every other', () => {
  expect(redirects([...PUBLIC, ...OF_GUESTS], null)).toEqual(everywhere([...PUBLIC, ...OF_GUESTS], undefined))
  expect(redirects([...OF_USERS, ...NEWER_OF_ADMINS], null)).toEqual(
    everywhere([...OF_USERS, ...NEWER_OF_ADMINS], '/login'),
  )
  expect(redirects(OF_ADMINS, null)).toEqual(everywhere(OF_ADMINS, '/'))
})

test('on a site for members only the screens of sign-in are open to visitors', () => {
  const site = { isForMembers: true }
  const open = [...OF_SIGN_IN, ...OF_GUESTS]
  const closed = [...PUBLIC, ...OF_USERS, ...OF_ADMINS, ...NEWER_OF_ADMINS].filter(
    (path) => !open.includes(path),
  )
  expect(open.map((path) => redirect(path, null, site))).toEqual(open.map(() => undefined))
  expect(closed.map((path) => redirect(path, null, site))).toEqual(closed.map(() => '/login'))
})

test.each(['Student', 'Teacher', 'Other'] as const)(
  'a %s is led home from the screens of admins and from login and sign-up, and nowhere else',
  (role) => {
    const user = aUser({ role })
    const rejected = [...OF_ADMINS, ...NEWER_OF_ADMINS, ...OF_GUESTS]
    expect(redirects(rejected, user)).toEqual(everywhere(rejected, '/'))
    expect(redirects([...PUBLIC, ...OF_USERS], user)).toEqual(everywhere([...PUBLIC, ...OF_USERS], undefined))
  },
)

test('an admin sees every screen but login and sign-up', () => {
  const admin = aUser({ isAdmin: true })
  const seen = [...PUBLIC, ...OF_USERS, ...OF_ADMINS, ...NEWER_OF_ADMINS]
  expect(redirects(seen, admin)).toEqual(everywhere(seen, undefined))
  expect(redirects(OF_GUESTS, admin)).toEqual(everywhere(OF_GUESTS, '/'))
})
