import { matchRoutes, type RouteObject } from 'react-router'
import { appContextOf } from '#web/core/app-context.tsx'
import { isClosed, notFound } from '#web/core/load.ts'
import { GuardedOutlet } from '#web/layout/guarded-outlet.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { NotFoundPage } from '#web/screens/public/not-found.tsx'
import {
  loadAbout,
  loadCourses,
  loadHome,
  loadPlaylist,
  loadSearch,
  loadTeacher,
  loadTeachers,
  openLink,
} from '#web/screens/public/public.loader.ts'
import { ErrorScreen } from './error-screen.tsx'
import { screen } from './screen-route.ts'

/** For an address that not even `*` matches, such as one with a line break. It still has the layout around it. */
function UnmatchedScreen() {
  return (
    <Layout>
      <ErrorScreen />
    </Layout>
  )
}

/** The screens on which visits begin. */
const screens: RouteObject[] = [
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
    path: 'watch-video/:playlistId/:videoId',
    loader: openLink,
    ...screen('watch/watch-video', () => import('#web/screens/watch/watch-video.tsx'), 'user'),
  },
  {
    path: '*',
    Component: NotFoundPage,
    loader({ context }) {
      if (isClosed(appContextOf(context))) return null
      throw notFound()
    },
  },
]

/** The route that has every screen as a child. */
export const SCREENS_ID = 'screens'

/**
 * The routes of the site: those of first visits and `later`, which `findRoutes` downloads. Screens are downloaded when they
 * are first needed; loaders are small, live in `web/screens/<area>/*.loader.ts` and run at the same time as that download.
 */
export const routesWith = (later: readonly RouteObject[]): RouteObject[] => [
  {
    Component: Layout,
    ErrorBoundary: UnmatchedScreen,
    children: [
      {
        id: SCREENS_ID,
        Component: GuardedOutlet,
        ErrorBoundary: ErrorScreen,
        children: [...screens, ...later],
      },
    ],
  },
]

/** Tries once to download the other routes and the calls of their screens, if this address needs one of them. */
export async function findRoutes(pathname: string): Promise<RouteObject[]> {
  if (matchRoutes(screens, pathname)?.at(-1)?.route.path !== '*') return []
  const [{ laterRoutes }] = await Promise.all([import('./later-routes.ts'), import('#contract/calls.ts')])
  return [laterRoutes]
}
