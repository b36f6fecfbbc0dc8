import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Guard, ScreenHandle } from '#web/core/guard.ts'
import { notFound } from '#web/core/load.ts'
import { retryDownload } from '#web/core/retry-download.ts'
import { GuardedOutlet } from '#web/layout/guarded-outlet.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { loadAuth } from '#web/screens/account/auth.loader.ts'
import { loadSaved } from '#web/screens/learning/user-saved-playlist.loader.ts'
import { loadAbout } from '#web/screens/public/about.loader.ts'
import { loadSearch } from '#web/screens/public/course-search.loader.ts'
import { loadCourses } from '#web/screens/public/courses.loader.ts'
import { loadHome } from '#web/screens/public/home.loader.ts'
import { NotFoundPage } from '#web/screens/public/not-found.tsx'
import { loadPlaylist } from '#web/screens/public/playlist-details.loader.ts'
import { loadTeacher } from '#web/screens/public/teacher-profile.loader.ts'
import { loadTeachers } from '#web/screens/public/teachers.loader.ts'
import { ErrorScreen } from './error-screen.tsx'

/** A screen that is downloaded when first needed; `page` is the same file, for the links the server puts in the head. */
const screen = (page: string, download: () => Promise<{ Component: ComponentType }>, guard?: Guard) => ({
  lazy: { Component: async () => (await retryDownload(download)).Component },
  handle: { chunk: `screens/${page}.tsx`, guard, download } satisfies ScreenHandle,
})

type LearningScreen = keyof typeof import('#web/screens/learning/learning-screens.tsx')['SCREENS']

const learningScreen = (name: LearningScreen, guard?: Guard) =>
  screen(
    'learning/learning-screens',
    async () => ({ Component: (await import('#web/screens/learning/learning-screens.tsx')).SCREENS[name] }),
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
 * small, live in `web/screens/<area>/<screen>.loader.ts` and run at the same time as that download.
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
            ...screen('public/home', () => import('#web/screens/public/home.tsx')),
          },
          {
            path: 'about',
            loader: loadAbout,
            ...screen('public/about', () => import('#web/screens/public/about.tsx')),
          },
          {
            path: 'courses',
            loader: loadCourses,
            ...screen('public/courses', () => import('#web/screens/public/courses.tsx')),
          },
          {
            path: 'teachers',
            loader: loadTeachers,
            ...screen('public/teachers', () => import('#web/screens/public/teachers.tsx')),
          },
          {
            path: 'contact',
            ...screen('public/contact', () => import('#web/screens/public/contact.tsx')),
          },
          {
            path: 'playlist-details/:playlistId',
            loader: loadPlaylist,
            ...screen('public/playlist-details', () => import('#web/screens/public/playlist-details.tsx')),
          },
          {
            path: 'teacher-profile/:teacherId',
            loader: loadTeacher,
            ...screen('public/teacher-profile', () => import('#web/screens/public/teacher-profile.tsx')),
          },
          {
            path: 'course-search',
            loader: loadSearch,
            ...screen('public/course-search', () => import('#web/screens/public/course-search.tsx')),
          },
          {
            path: 'forgot-password',
            loader: loadAuth,
            ...screen('account/forgot-password', () => import('#web/screens/account/forgot-password.tsx')),
          },
          {
            path: 'verify-email',
            ...screen('account/verify-email', () => import('#web/screens/account/verify-email.tsx')),
          },
          {
            path: 'reset-password',
            loader: loadAuth,
            ...screen('account/reset-password', () => import('#web/screens/account/reset-password.tsx')),
          },
          {
            path: 'api/docs',
            ...screen('public/api-docs', () => import('#web/screens/public/api-docs.tsx')),
          },
          {
            path: 'register',
            ...screen('account/register', () => import('#web/screens/account/register.tsx'), 'guest'),
          },
          {
            path: 'login',
            loader: loadAuth,
            ...screen('account/login', () => import('#web/screens/account/login.tsx'), 'guest'),
          },
          {
            path: 'profile/:userId',
            ...screen('account/profile', () => import('#web/screens/account/profile.tsx'), 'user'),
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
                ...screen(
                  'account/account-security',
                  () => import('#web/screens/account/account-security.tsx'),
                ),
              },
              {
                path: 'notifications',
                ...screen(
                  'account/account-notifications',
                  () => import('#web/screens/account/account-notifications.tsx'),
                ),
              },
            ],
          },
          {
            path: 'notifications',
            ...screen(
              'account/notifications',
              () => import('#web/screens/account/notifications.tsx'),
              'user',
            ),
          },
          {
            path: 'unsubscribe',
            ...screen('account/unsubscribe', () => import('#web/screens/account/unsubscribe.tsx')),
          },
          {
            path: 'watch-video/:playlistId/:videoId',
            ...screen('watch/watch-video', () => import('#web/screens/watch/watch-video.tsx'), 'user'),
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
            ...screen(
              'teaching/teacher-dashboard',
              () => import('#web/screens/teaching/teacher-dashboard.tsx'),
            ),
            children: [
              {
                index: true,
                ...screen(
                  'teaching/teacher-playlists',
                  () => import('#web/screens/teaching/teacher-playlists.tsx'),
                  'user',
                ),
              },
              {
                path: 'add-playlist',
                ...screen(
                  'teaching/add-playlist',
                  () => import('#web/screens/teaching/add-playlist.tsx'),
                  'user',
                ),
              },
              {
                path: 'add-course',
                ...screen(
                  'teaching/add-course',
                  () => import('#web/screens/teaching/add-course.tsx'),
                  'user',
                ),
              },
              {
                path: 'table-course',
                ...screen(
                  'teaching/table-course',
                  () => import('#web/screens/teaching/table-course.tsx'),
                  'user',
                ),
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
                ...screen(
                  'teaching/edit-course',
                  () => import('#web/screens/teaching/edit-course.tsx'),
                  'user',
                ),
              },
            ],
          },
          {
            path: 'admin',
            ...screen('admin/admin', () => import('#web/screens/admin/admin.tsx'), 'admin'),
            children: [
              {
                index: true,
                ...screen('review/admin-playlists', () => import('#web/screens/review/admin-playlists.tsx')),
              },
              {
                path: 'courses-admin',
                ...screen('review/courses-admin', () => import('#web/screens/review/courses-admin.tsx')),
              },
              {
                path: 'teachers',
                ...screen('admin/admin-teachers', () => import('#web/screens/admin/admin-teachers.tsx')),
              },
              {
                path: 'students',
                ...screen('admin/admin-students', () => import('#web/screens/admin/admin-students.tsx')),
              },
              {
                path: 'other',
                ...screen('admin/admin-other', () => import('#web/screens/admin/admin-other.tsx')),
              },
              {
                path: 'category',
                ...screen('admin/admin-category', () => import('#web/screens/admin/admin-category.tsx')),
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
                path: 'reports',
                ...screen(
                  'review/admin-reports',
                  () => import('#web/screens/review/admin-reports.tsx'),
                  'user',
                ),
              },
              {
                path: 'playlist-view/:playlistId',
                ...screen('teaching/playlist-view', () => import('#web/screens/teaching/playlist-view.tsx')),
              },
              {
                path: 'course-view/:playlistId/:courseId',
                ...screen('teaching/course-view', () => import('#web/screens/teaching/course-view.tsx')),
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
