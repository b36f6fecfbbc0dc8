import type { RouteObject } from 'react-router'
import type { Guard, ScreenHandle } from '#web/core/guard.ts'
import { loadAuth, loadRegister, loadSetup } from '#web/screens/account/auth.loader.ts'
import { loadSaved } from '#web/screens/learning/user-saved-playlist.loader.ts'
import { screen } from './screen-route.ts'

type LearningScreen = keyof typeof import('#web/screens/learning/learning-screens.tsx')['SCREENS']

const learningScreen = (name: LearningScreen, guard?: Guard) =>
  screen(
    'learning/learning-screens',
    async () => ({ Component: (await import('#web/screens/learning/learning-screens.tsx')).SCREENS[name] }),
    guard,
  )

const ownItemsScreen = (name: 'OwnPlaylists' | 'OwnCourses') =>
  screen(
    'teaching/own-items',
    async () => ({ Component: (await import('#web/screens/teaching/own-items.tsx'))[name] }),
    'user',
  )

const adminItemsScreen = (name: 'AdminPlaylists' | 'AdminCourses') =>
  screen('review/admin-items', async () => ({
    Component: (await import('#web/screens/review/admin-items.tsx'))[name],
  }))

const usersScreen = (name: 'AdminTeachers' | 'AdminStudents' | 'AdminOthers') =>
  screen('admin/admin-users', async () => ({
    Component: (await import('#web/screens/admin/admin-users.tsx'))[name],
  }))

const itemViewScreen = (name: 'PlaylistView' | 'CourseView') =>
  screen('review/item-view', async () => ({
    Component: (await import('#web/screens/review/item-view.tsx'))[name],
  }))

/** The screens on which few visits begin. They are a file of their own, so that a first visit does without their addresses. */
export const laterRoutes: RouteObject = {
  id: 'later',
  handle: { chunk: 'app/later-routes.ts', download: async () => {} } satisfies ScreenHandle,
  children: [
    {
      path: 'forgot-password',
      loader: loadAuth,
      ...screen(
        'account/forgot-password',
        () => import('#web/screens/account/forgot-password.tsx'),
        'anyone',
      ),
    },
    {
      path: 'verify-email',
      ...screen('account/verify-email', () => import('#web/screens/account/verify-email.tsx'), 'anyone'),
    },
    {
      path: 'reset-password',
      loader: loadAuth,
      ...screen('account/reset-password', () => import('#web/screens/account/reset-password.tsx'), 'anyone'),
    },
    {
      path: 'api/docs',
      ...screen('public/api-docs', () => import('#web/screens/public/api-docs.tsx'), 'anyone'),
    },
    {
      path: 'setup',
      loader: loadSetup,
      ...screen('account/setup', () => import('#web/screens/account/setup.tsx'), 'anyone'),
    },
    {
      path: 'register',
      loader: loadRegister,
      ...screen('account/register', () => import('#web/screens/account/register.tsx'), 'guest'),
    },
    {
      path: 'login',
      loader: loadAuth,
      ...screen('account/login', () => import('#web/screens/account/login.tsx'), 'guest'),
    },
    {
      path: 'login-link',
      ...screen('account/login-link', () => import('#web/screens/account/login-link.tsx'), 'anyone'),
    },
    {
      path: 'confirmed',
      ...screen('account/confirmed', () => import('#web/screens/account/confirmed.tsx'), 'anyone'),
    },
    {
      path: 'join',
      ...screen('account/join', () => import('#web/screens/account/join.tsx'), 'anyone'),
    },
    {
      path: 'profile/:userId',
      ...screen('account/profile', () => import('#web/screens/account/profile.tsx'), 'user'),
    },
    {
      path: 'comments',
      ...screen('account/own-comments', () => import('#web/screens/account/own-comments.tsx'), 'user'),
    },
    {
      path: 'update-user/:id',
      ...screen('account/update-user', () => import('#web/screens/account/update-user.tsx'), 'user'),
    },
    {
      path: 'account',
      ...screen('account/account', () => import('#web/screens/account/account.tsx'), 'user'),
      children: [
        {
          path: 'security',
          ...screen('account/account-security', () => import('#web/screens/account/account-security.tsx')),
        },
        {
          path: 'notifications',
          ...screen(
            'account/account-notifications',
            () => import('#web/screens/account/account-notifications.tsx'),
          ),
        },
        {
          path: 'groups',
          ...screen('account/account-groups', () => import('#web/screens/account/account-groups.tsx')),
        },
      ],
    },
    {
      path: 'groups/:groupId',
      ...screen('people/group', () => import('#web/screens/people/group.tsx'), 'user'),
    },
    {
      path: 'notifications',
      ...screen('account/notifications', () => import('#web/screens/account/notifications.tsx'), 'user'),
    },
    {
      path: 'unsubscribe',
      ...screen('account/unsubscribe', () => import('#web/screens/account/unsubscribe.tsx'), 'anyone'),
    },
    {
      path: 'user-saved-playlist/:id',
      loader: loadSaved,
      ...screen(
        'learning/user-saved-playlist',
        () => import('#web/screens/learning/user-saved-playlist.tsx'),
        'user',
      ),
    },
    {
      path: 'learning/finished/:playlistId',
      ...screen(
        'learning/playlist-finished',
        () => import('#web/screens/learning/playlist-finished.tsx'),
        'user',
      ),
    },
    {
      path: 'learning',
      ...learningScreen('Learning', 'user'),
      children: [
        { index: true, ...learningScreen('Continue') },
        { path: 'history', ...learningScreen('History') },
        { path: 'done', ...learningScreen('Done') },
        { path: 'notes', ...learningScreen('Notes') },
        { path: 'liked', ...learningScreen('Liked') },
      ],
    },
    {
      path: 'teacher-dashboard',
      ...screen('teaching/teacher-dashboard', () => import('#web/screens/teaching/teacher-dashboard.tsx')),
      children: [
        {
          index: true,
          ...ownItemsScreen('OwnPlaylists'),
        },
        {
          path: 'add-playlist',
          ...screen('teaching/add-playlist', () => import('#web/screens/teaching/add-playlist.tsx'), 'user'),
        },
        {
          path: 'add-course',
          ...screen('teaching/add-course', () => import('#web/screens/teaching/add-course.tsx'), 'user'),
        },
        {
          path: 'table-course',
          ...ownItemsScreen('OwnCourses'),
        },
        {
          path: 'analytics',
          ...screen('teaching/analytics', () => import('#web/screens/teaching/analytics.tsx'), 'user'),
        },
        {
          path: 'analytics/:playlistId',
          ...screen(
            'teaching/analytics-playlist',
            () => import('#web/screens/teaching/analytics-playlist.tsx'),
            'user',
          ),
        },
        {
          path: 'analytics/:playlistId/:courseId',
          ...screen(
            'teaching/analytics-lesson',
            () => import('#web/screens/teaching/analytics-lesson.tsx'),
            'user',
          ),
        },
        {
          path: 'trash',
          ...screen('teaching/trash', () => import('#web/screens/teaching/trash.tsx'), 'user'),
        },
        {
          path: 'edit-playlist/:id',
          ...screen(
            'teaching/edit-playlist',
            () => import('#web/screens/teaching/edit-playlist.tsx'),
            'user',
          ),
        },
        {
          path: 'build/:playlistId',
          ...screen('teaching/build', () => import('#web/screens/teaching/build.tsx'), 'user'),
        },
        {
          path: 'build/:playlistId/add',
          ...screen('teaching/build-add', () => import('#web/screens/teaching/build-add.tsx'), 'user'),
        },
        {
          path: 'build/:playlistId/captions/:courseId/:language',
          ...screen(
            'teaching/build-captions',
            () => import('#web/screens/teaching/build-captions.tsx'),
            'user',
          ),
        },
        {
          path: 'edit-course/:playlistId/:courseId',
          ...screen('teaching/edit-course', () => import('#web/screens/teaching/edit-course.tsx'), 'user'),
        },
      ],
    },
    {
      path: 'admin',
      ...screen('admin/admin', () => import('#web/screens/admin/admin.tsx'), 'admin'),
      children: [
        {
          index: true,
          ...adminItemsScreen('AdminPlaylists'),
        },
        {
          path: 'courses-admin',
          ...adminItemsScreen('AdminCourses'),
        },
        {
          path: 'teachers',
          ...usersScreen('AdminTeachers'),
        },
        {
          path: 'students',
          ...usersScreen('AdminStudents'),
        },
        {
          path: 'other',
          ...usersScreen('AdminOthers'),
        },
        {
          path: 'category',
          ...screen('admin/admin-category', () => import('#web/screens/admin/admin-category.tsx')),
        },
        {
          path: 'overview',
          ...screen('admin/admin-overview', () => import('#web/screens/admin/admin-overview.tsx'), 'user'),
        },
        {
          path: 'review',
          ...screen('review/review-desk', () => import('#web/screens/review/review-desk.tsx'), 'user'),
        },
        {
          path: 'audit',
          ...screen('review/admin-audit', () => import('#web/screens/review/admin-audit.tsx'), 'user'),
        },
        {
          path: 'settings',
          ...screen('admin/admin-settings', () => import('#web/screens/admin/admin-settings.tsx'), 'user'),
        },
        {
          path: 'reports',
          ...screen('review/admin-reports', () => import('#web/screens/review/admin-reports.tsx'), 'user'),
        },
        {
          path: 'people',
          ...screen('admin/people', () => import('#web/screens/admin/people.tsx'), 'user'),
        },
        {
          path: 'people/invite',
          ...screen('admin/invite-people', () => import('#web/screens/admin/invite-people.tsx'), 'user'),
        },
        {
          path: 'people/:userId',
          ...screen('admin/person', () => import('#web/screens/admin/person.tsx'), 'user'),
        },
        {
          path: 'groups',
          ...screen('people/admin-groups', () => import('#web/screens/people/admin-groups.tsx'), 'user'),
        },
        {
          path: 'groups/:groupId',
          ...screen('people/admin-group', () => import('#web/screens/people/admin-group.tsx'), 'user'),
        },
        {
          path: 'playlist-view/:playlistId',
          ...itemViewScreen('PlaylistView'),
        },
        {
          path: 'course-view/:playlistId/:courseId',
          ...itemViewScreen('CourseView'),
        },
      ],
    },
  ],
}
