// @vitest-environment node
import { expect, test } from 'vitest'
import { aCard, aPlaylist, aTeacher } from '#web/test-content.ts'
import { testContext } from '#web/test-context.tsx'
import { render } from './entry-server.tsx'

const list = { total: 0, nextCursor: null }
const { call, site } = testContext({
  answers: {
    'auth.options': () => ({ mail: 'smtp', verifyEmail: 'remind', provider: null, passwordLogin: true }),
    'playlists.list': () => ({ playlists: [], ...list }),
    'playlists.get': () => aPlaylist(),
    'playlists.ofTeacher': () => ({ playlists: [], coursesCount: 0, ...list }),
    'search.playlists': () => ({ data: [], ...list }),
    'search.teachers': () => ({ data: [], ...list }),
    'users.list': () => ({ users: [], ...list }),
    'users.get': () => aTeacher(),
  },
})

test.each([
  ['/', 'Home'],
  ['/about', 'About'],
  ['/courses', 'Courses'],
  ['/teachers', 'Teachers'],
  ['/contact', 'Contact Us'],
  [`/playlist-details/${aCard()._id}`, 'Knots for Sailors'],
  ['/teacher-profile/1', 'Ada Byron'],
  ['/course-search?q=knots', '“knots”'],
  ['/course-search', 'Search results'],
  ['/api/docs', 'API'],
  ['/register', 'Register'],
  ['/login', 'Login'],
  ['/reset-password', 'Reset password'],
  ['/forgot-password', 'Forgot your password?'],
  ['/verify-email', 'Confirm your email address'],
  ['/profile/1', 'Profile'],
  ['/update-user/1', 'Update profile'],
  ['/watch-video/1/2', 'Watch video'],
  ['/user-saved-playlist/1', 'Saved playlists'],
  ['/teacher-dashboard', 'Teacher dashboard'],
  ['/teacher-dashboard/add-playlist', 'Add new playlist'],
  ['/teacher-dashboard/add-course', 'Add new course'],
  ['/teacher-dashboard/table-course', 'Courses table'],
  ['/teacher-dashboard/edit-playlist/1', 'Edit playlist'],
  ['/teacher-dashboard/edit-course/1/2', 'Edit course'],
  ['/admin', 'Admin playlists'],
  ['/admin/courses-admin', 'Admin courses'],
  ['/admin/teachers', 'Admin teachers'],
  ['/admin/students', 'Admin students'],
  ['/admin/other', 'Admin other users'],
  ['/admin/category', 'Admin categories'],
  ['/admin/playlist-view/1', 'Playlist'],
  ['/admin/course-view/1/2', 'Course'],
  ['/learning', 'My learning'],
  ['/learning/history', 'History'],
  ['/comments', 'Your comments'],
  ['/learning/finished/1', 'Finished'],
  ['/notifications', 'Notifications'],
  ['/account/security', 'Security'],
  ['/account/notifications', 'Notifications'],
  ['/account/groups', 'Your groups'],
  ['/groups/1', 'Group'],
  ['/admin/groups', 'Admin groups'],
  ['/admin/groups/1', 'Group'],
  ['/admin/review', 'Review desk'],
  ['/admin/audit', 'Audit log'],
  ['/admin/reports', 'Reports'],
  ['/admin/settings', 'Settings'],
  ['/teacher-dashboard/analytics', 'Analytics'],
  ['/teacher-dashboard/analytics/1', 'Analytics'],
  ['/teacher-dashboard/analytics/1/2', 'Analytics'],
  ['/teacher-dashboard/build/1', 'Build playlist'],
  ['/teacher-dashboard/build/1/add', 'Add videos'],
  ['/teacher-dashboard/build/1/captions/2/en', 'Edit captions'],
  ['/no/such/place', 'Page Not Found'],
])('%s has the title %s and a heading', async (path, title) => {
  const page = await render(path, { call, site })
  if (page.kind !== 'page') throw new Error('It is no page.')
  expect(page.head).toContain(`<title>${title} · Lectern</title>`)
  expect(page.html.match(/<h1/g), 'a heading, also while it loads').toHaveLength(1)
})

test.each([
  ['/watch-video/1/2', 'user'],
  ['/admin', 'admin'],
  ['/admin/review', 'admin user'],
  ['/login', 'guest'],
])('%s names its guards in the head, for the inline script', async (path, guards) => {
  const page = await render(path, { call, site })
  expect(page.kind === 'page' && page.head).toContain(`<meta name="guard" content="${guards}">`)
})

test.each(['/about', '/no/such/place'])('%s is for everybody and names no guard', async (path) => {
  const page = await render(path, { call, site })
  expect(page.kind === 'page' && page.head).not.toContain('"guard"')
})

test.each(['/', '/login', '/admin', '/teacher-dashboard', '/no/such/place'])(
  '%s has the top bar, the side menu and the footer with the copyright line',
  async (path) => {
    const page = await render(path, { call, site })
    if (page.kind !== 'page') throw new Error('It is no page.')
    expect(page.html.replaceAll('<!-- -->', '')).toMatch(
      /<header.*<aside.*aria-label="Side menu".*<main.*<footer.*© \d{4} Lectern\. All rights reserved\./s,
    )
  },
)

test('search engines may list a search with results by its one address, and no other search', async () => {
  const context = testContext({
    answers: { 'search.playlists': () => ({ data: [aCard()], total: 1, nextCursor: null }) },
  })
  const listed = await render('/course-search?q=knots+%26+bends&page=2', { ...context })
  expect(listed.kind === 'page' && listed.head).toContain('/course-search?q=knots+%26+bends"')
  expect(listed.kind === 'page' && listed.head).not.toContain('noindex')
  const empty = await render('/course-search?q=knots', { call, site })
  expect(empty.kind === 'page' && empty.head).toContain('noindex')
})
