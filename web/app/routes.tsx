import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Guard, ScreenHandle } from '#web/core/guard.ts'
import { notFound } from '#web/core/load.ts'
import { retryDownload } from '#web/core/retry-download.ts'
import { GuardedOutlet } from '#web/layout/guarded-outlet.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { loadAbout } from '#web/pages/about.loader.ts'
import { loadAuth } from '#web/pages/auth.loader.ts'
import { loadSearch } from '#web/pages/course-search.loader.ts'
import { loadCourses } from '#web/pages/courses.loader.ts'
import { loadHome } from '#web/pages/home.loader.ts'
import { NotFoundPage } from '#web/pages/not-found.tsx'
import { loadPlaylist } from '#web/pages/playlist-details.loader.ts'
import { loadTeacher } from '#web/pages/teacher-profile.loader.ts'
import { loadTeachers } from '#web/pages/teachers.loader.ts'
import { loadSaved } from '#web/pages/user-saved-playlist.loader.ts'
import { ErrorScreen } from './error-screen.tsx'

/** A screen that is downloaded when first needed; `page` is the same file, for the links the server puts in the head. */
const screen = (page: string, download: () => Promise<{ Component: ComponentType }>, guard?: Guard) => ({
  lazy: { Component: async () => (await retryDownload(download)).Component },
  handle: { chunk: `pages/${page}.tsx`, guard, download } satisfies ScreenHandle,
})

type LearningScreen = keyof typeof import('#web/pages/learning-screens.tsx')['SCREENS']

const learningScreen = (name: LearningScreen, guard?: Guard) =>
  screen(
    'learning-screens',
    async () => ({ Component: (await import('#web/pages/learning-screens.tsx')).SCREENS[name] }),
    guard,
  )

/** For an address that not even `*` matches, such as one with a line break. It still has the layout around it. */
function UnmatchedScreen() {
  return (
    <Layout>
      <ErrorScreen />
    </Layout>
  )
}

/**
 * Every address of the site (specification section 2). Screens are downloaded when they are first needed; loaders are
 * small, live in `web/pages/<screen>.loader.ts` and run at the same time as that download.
 */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: UnmatchedScreen,
    children: [
      {
        Component: GuardedOutlet,
        ErrorBoundary: ErrorScreen,
        children: [
          {
            index: true,
            loader: loadHome,
            ...screen('home', () => import('#web/pages/home.tsx')),
          },
          {
            path: 'about',
            loader: loadAbout,
            ...screen('about', () => import('#web/pages/about.tsx')),
          },
          {
            path: 'courses',
            loader: loadCourses,
            ...screen('courses', () => import('#web/pages/courses.tsx')),
          },
          {
            path: 'teachers',
            loader: loadTeachers,
            ...screen('teachers', () => import('#web/pages/teachers.tsx')),
          },
          {
            path: 'contact',
            ...screen('contact', () => import('#web/pages/contact.tsx')),
          },
          {
            path: 'playlist-details/:playlistId',
            loader: loadPlaylist,
            ...screen('playlist-details', () => import('#web/pages/playlist-details.tsx')),
          },
          {
            path: 'teacher-profile/:teacherId',
            loader: loadTeacher,
            ...screen('teacher-profile', () => import('#web/pages/teacher-profile.tsx')),
          },
          {
            path: 'course-search',
            loader: loadSearch,
            ...screen('course-search', () => import('#web/pages/course-search.tsx')),
          },
          {
            path: 'forgot-password',
            loader: loadAuth,
            ...screen('forgot-password', () => import('#web/pages/forgot-password.tsx')),
          },
          {
            path: 'verify-email',
            ...screen('verify-email', () => import('#web/pages/verify-email.tsx')),
          },
          {
            path: 'reset-password',
            loader: loadAuth,
            ...screen('reset-password', () => import('#web/pages/reset-password.tsx')),
          },
          {
            path: 'api/docs',
            ...screen('api-docs', () => import('#web/pages/api-docs.tsx')),
          },
          {
            path: 'register',
            ...screen('register', () => import('#web/pages/register.tsx'), 'guest'),
          },
          {
            path: 'login',
            loader: loadAuth,
            ...screen('login', () => import('#web/pages/login.tsx'), 'guest'),
          },
          {
            path: 'profile/:userId',
            ...screen('profile', () => import('#web/pages/profile.tsx'), 'user'),
          },
          {
            path: 'update-user/:id',
            ...screen('update-user', () => import('#web/pages/update-user.tsx'), 'user'),
          },
          {
            path: 'account',
            ...screen('account', () => import('#web/pages/account.tsx'), 'user'),
            children: [
              {
                path: 'security',
                ...screen('account-security', () => import('#web/pages/account-security.tsx')),
              },
              {
                path: 'notifications',
                ...screen('account-notifications', () => import('#web/pages/account-notifications.tsx')),
              },
            ],
          },
          {
            path: 'notifications',
            ...screen('notifications', () => import('#web/pages/notifications.tsx'), 'user'),
          },
          {
            path: 'unsubscribe',
            ...screen('unsubscribe', () => import('#web/pages/unsubscribe.tsx')),
          },
          {
            path: 'watch-video/:playlistId/:videoId',
            ...screen('watch-video', () => import('#web/pages/watch-video.tsx'), 'user'),
          },
          {
            path: 'user-saved-playlist/:id',
            loader: loadSaved,
            ...screen('user-saved-playlist', () => import('#web/pages/user-saved-playlist.tsx'), 'user'),
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
            ...screen('teacher-dashboard', () => import('#web/pages/teacher-dashboard.tsx')),
            children: [
              {
                index: true,
                ...screen('teacher-playlists', () => import('#web/pages/teacher-playlists.tsx'), 'user'),
              },
              {
                path: 'add-playlist',
                ...screen('add-playlist', () => import('#web/pages/add-playlist.tsx'), 'user'),
              },
              {
                path: 'add-course',
                ...screen('add-course', () => import('#web/pages/add-course.tsx'), 'user'),
              },
              {
                path: 'table-course',
                ...screen('table-course', () => import('#web/pages/table-course.tsx'), 'user'),
              },
              {
                path: 'edit-playlist/:id',
                ...screen('edit-playlist', () => import('#web/pages/edit-playlist.tsx'), 'user'),
              },
              {
                path: 'build/:playlistId',
                ...screen('build', () => import('#web/pages/build.tsx'), 'user'),
              },
              {
                path: 'build/:playlistId/add',
                ...screen('build-add', () => import('#web/pages/build-add.tsx'), 'user'),
              },
              {
                path: 'build/:playlistId/captions/:courseId/:language',
                ...screen('build-captions', () => import('#web/pages/build-captions.tsx'), 'user'),
              },
              {
                path: 'edit-course/:playlistId/:courseId',
                ...screen('edit-course', () => import('#web/pages/edit-course.tsx'), 'user'),
              },
            ],
          },
          {
            path: 'admin',
            ...screen('admin', () => import('#web/pages/admin.tsx'), 'admin'),
            children: [
              {
                index: true,
                ...screen('admin-playlists', () => import('#web/pages/admin-playlists.tsx')),
              },
              {
                path: 'courses-admin',
                ...screen('courses-admin', () => import('#web/pages/courses-admin.tsx')),
              },
              {
                path: 'teachers',
                ...screen('admin-teachers', () => import('#web/pages/admin-teachers.tsx')),
              },
              {
                path: 'students',
                ...screen('admin-students', () => import('#web/pages/admin-students.tsx')),
              },
              {
                path: 'other',
                ...screen('admin-other', () => import('#web/pages/admin-other.tsx')),
              },
              {
                path: 'category',
                ...screen('admin-category', () => import('#web/pages/admin-category.tsx')),
              },
              {
                path: 'review',
                ...screen('review-desk', () => import('#web/pages/review-desk.tsx'), 'user'),
              },
              {
                path: 'audit',
                ...screen('admin-audit', () => import('#web/pages/admin-audit.tsx'), 'user'),
              },
              {
                path: 'reports',
                ...screen('admin-reports', () => import('#web/pages/admin-reports.tsx'), 'user'),
              },
              {
                path: 'playlist-view/:playlistId',
                ...screen('playlist-view', () => import('#web/pages/playlist-view.tsx')),
              },
              {
                path: 'course-view/:playlistId/:courseId',
                ...screen('course-view', () => import('#web/pages/course-view.tsx')),
              },
            ],
          },
          {
            path: '*',
            Component: NotFoundPage,
            loader: () => {
              throw notFound()
            },
          },
        ],
      },
    ],
  },
]
