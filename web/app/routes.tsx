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

/** A screen that is downloaded when first needed; `chunk` is the same file, for the links the server puts in the head. */
const screen = (chunk: string, download: () => Promise<{ Component: ComponentType }>, guard?: Guard) => ({
  lazy: { Component: async () => (await retryDownload(download)).Component },
  handle: { chunk, guard, download } satisfies ScreenHandle,
})

type LearningScreen = keyof typeof import('#web/pages/learning-screens.tsx')['SCREENS']

const learningScreen = (name: LearningScreen, guard?: Guard) =>
  screen(
    'pages/learning-screens.tsx',
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
            ...screen('pages/home.tsx', () => import('#web/pages/home.tsx')),
          },
          {
            path: 'about',
            loader: loadAbout,
            ...screen('pages/about.tsx', () => import('#web/pages/about.tsx')),
          },
          {
            path: 'courses',
            loader: loadCourses,
            ...screen('pages/courses.tsx', () => import('#web/pages/courses.tsx')),
          },
          {
            path: 'teachers',
            loader: loadTeachers,
            ...screen('pages/teachers.tsx', () => import('#web/pages/teachers.tsx')),
          },
          {
            path: 'contact',
            ...screen('pages/contact.tsx', () => import('#web/pages/contact.tsx')),
          },
          {
            path: 'playlist-details/:playlistId',
            loader: loadPlaylist,
            ...screen('pages/playlist-details.tsx', () => import('#web/pages/playlist-details.tsx')),
          },
          {
            path: 'teacher-profile/:teacherId',
            loader: loadTeacher,
            ...screen('pages/teacher-profile.tsx', () => import('#web/pages/teacher-profile.tsx')),
          },
          {
            path: 'course-search',
            loader: loadSearch,
            ...screen('pages/course-search.tsx', () => import('#web/pages/course-search.tsx')),
          },
          {
            path: 'forgot-password',
            loader: loadAuth,
            ...screen('pages/forgot-password.tsx', () => import('#web/pages/forgot-password.tsx')),
          },
          {
            path: 'verify-email',
            ...screen('pages/verify-email.tsx', () => import('#web/pages/verify-email.tsx')),
          },
          {
            path: 'reset-password',
            loader: loadAuth,
            ...screen('pages/reset-password.tsx', () => import('#web/pages/reset-password.tsx')),
          },
          {
            path: 'api/docs',
            ...screen('pages/api-docs.tsx', () => import('#web/pages/api-docs.tsx')),
          },
          {
            path: 'register',
            ...screen('pages/register.tsx', () => import('#web/pages/register.tsx'), 'guest'),
          },
          {
            path: 'login',
            loader: loadAuth,
            ...screen('pages/login.tsx', () => import('#web/pages/login.tsx'), 'guest'),
          },
          {
            path: 'profile/:userId',
            ...screen('pages/profile.tsx', () => import('#web/pages/profile.tsx'), 'user'),
          },
          {
            path: 'update-user/:id',
            ...screen('pages/update-user.tsx', () => import('#web/pages/update-user.tsx'), 'user'),
          },
          {
            path: 'account',
            ...screen('pages/account.tsx', () => import('#web/pages/account.tsx'), 'user'),
            children: [
              {
                path: 'security',
                ...screen('pages/account-security.tsx', () => import('#web/pages/account-security.tsx')),
              },
              {
                path: 'notifications',
                ...screen(
                  'pages/account-notifications.tsx',
                  () => import('#web/pages/account-notifications.tsx'),
                ),
              },
            ],
          },
          {
            path: 'notifications',
            ...screen('pages/notifications.tsx', () => import('#web/pages/notifications.tsx'), 'user'),
          },
          {
            path: 'unsubscribe',
            ...screen('pages/unsubscribe.tsx', () => import('#web/pages/unsubscribe.tsx')),
          },
          {
            path: 'watch-video/:playlistId/:videoId',
            ...screen('pages/watch-video.tsx', () => import('#web/pages/watch-video.tsx'), 'user'),
          },
          {
            path: 'user-saved-playlist/:id',
            loader: loadSaved,
            ...screen(
              'pages/user-saved-playlist.tsx',
              () => import('#web/pages/user-saved-playlist.tsx'),
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
            ...screen('pages/teacher-dashboard.tsx', () => import('#web/pages/teacher-dashboard.tsx')),
            children: [
              {
                index: true,
                ...screen(
                  'pages/teacher-playlists.tsx',
                  () => import('#web/pages/teacher-playlists.tsx'),
                  'user',
                ),
              },
              {
                path: 'add-playlist',
                ...screen('pages/add-playlist.tsx', () => import('#web/pages/add-playlist.tsx'), 'user'),
              },
              {
                path: 'add-course',
                ...screen('pages/add-course.tsx', () => import('#web/pages/add-course.tsx'), 'user'),
              },
              {
                path: 'table-course',
                ...screen('pages/table-course.tsx', () => import('#web/pages/table-course.tsx'), 'user'),
              },
              {
                path: 'edit-playlist/:id',
                ...screen('pages/edit-playlist.tsx', () => import('#web/pages/edit-playlist.tsx'), 'user'),
              },
              {
                path: 'build/:playlistId',
                ...screen('pages/build.tsx', () => import('#web/pages/build.tsx'), 'user'),
              },
              {
                path: 'build/:playlistId/add',
                ...screen('pages/build-add.tsx', () => import('#web/pages/build-add.tsx'), 'user'),
              },
              {
                path: 'build/:playlistId/captions/:courseId/:language',
                ...screen('pages/build-captions.tsx', () => import('#web/pages/build-captions.tsx'), 'user'),
              },
              {
                path: 'edit-course/:playlistId/:courseId',
                ...screen('pages/edit-course.tsx', () => import('#web/pages/edit-course.tsx'), 'user'),
              },
            ],
          },
          {
            path: 'admin',
            ...screen('pages/admin.tsx', () => import('#web/pages/admin.tsx'), 'admin'),
            children: [
              {
                index: true,
                ...screen('pages/admin-playlists.tsx', () => import('#web/pages/admin-playlists.tsx')),
              },
              {
                path: 'courses-admin',
                ...screen('pages/courses-admin.tsx', () => import('#web/pages/courses-admin.tsx')),
              },
              {
                path: 'teachers',
                ...screen('pages/admin-teachers.tsx', () => import('#web/pages/admin-teachers.tsx')),
              },
              {
                path: 'students',
                ...screen('pages/admin-students.tsx', () => import('#web/pages/admin-students.tsx')),
              },
              {
                path: 'other',
                ...screen('pages/admin-other.tsx', () => import('#web/pages/admin-other.tsx')),
              },
              {
                path: 'category',
                ...screen('pages/admin-category.tsx', () => import('#web/pages/admin-category.tsx')),
              },
              {
                path: 'review',
                ...screen('pages/review-desk.tsx', () => import('#web/pages/review-desk.tsx'), 'user'),
              },
              {
                path: 'audit',
                ...screen('pages/admin-audit.tsx', () => import('#web/pages/admin-audit.tsx'), 'user'),
              },
              {
                path: 'reports',
                ...screen('pages/admin-reports.tsx', () => import('#web/pages/admin-reports.tsx'), 'user'),
              },
              {
                path: 'playlist-view/:playlistId',
                ...screen('pages/playlist-view.tsx', () => import('#web/pages/playlist-view.tsx')),
              },
              {
                path: 'course-view/:playlistId/:courseId',
                ...screen('pages/course-view.tsx', () => import('#web/pages/course-view.tsx')),
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
