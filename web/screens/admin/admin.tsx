import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatch, useSearchParams } from 'react-router'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { useSecondStepRedirect } from '#web/features/account/security/security.queries.ts'
import { openRequestsOf } from '#web/features/people/teacher-requests.queries.ts'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { type Tab, TabsNav } from '#web/ui/navigation/tabs-nav.tsx'

const PEOPLE: Tab[] = [
  { to: '/admin/teachers', label: 'Teachers', icon: 'school' },
  { to: '/admin/students', label: 'Students', icon: 'users' },
  { to: '/admin/other', label: 'Other', icon: 'user-circle' },
]
const TABS: Tab[] = [
  { to: '/admin', label: 'Playlists', icon: 'stack', end: true },
  { to: '/admin/courses-admin', label: 'Courses', icon: 'video' },
  ...PEOPLE,
  { to: '/admin/category', label: 'Categories', icon: 'tags' },
]
const MORE_TABS: Tab[] = [
  { to: '/admin/overview', label: 'Overview', icon: 'info' },
  { to: '/admin/review', label: 'Review desk', icon: 'circle-check' },
  { to: '/admin/reports', label: 'Reports', icon: 'alert-triangle' },
  { to: '/admin/people', label: 'People', icon: 'user-plus' },
  { to: '/admin/groups', label: 'Groups', icon: 'users-group' },
  { to: '/admin/settings', label: 'Settings', icon: 'settings' },
  { to: '/admin/audit', label: 'Audit', icon: 'clock' },
]

const DESK = '/admin/review'

/** Lists under tabs. A single playlist or course and the review desk fill the screen; a group and a person have a heading of their own. */
export function Component() {
  const { pathname } = useLocation()
  const hasOwnHeading = [useMatch('/admin/groups/:groupId'), usePersonMatch()].some((match) => match !== null)
  const mayCall = useSecondStepRedirect()
  if (pathname.includes('-view/') || pathname === DESK) return <Outlet />
  return (
    <>
      {!hasOwnHeading && <PageHead title="Admin" tight />}
      <AdminTabs mayCall={mayCall} />
      <Outlet />
    </>
  )
}

/** The page of a person; /admin/people/invite is none. */
function usePersonMatch() {
  const match = useMatch('/admin/people/:userId')
  return match?.params.userId === 'invite' ? null : match
}

/** The tab People says how many requests to teach wait. */
function AdminTabs({ mayCall }: { mayCall: boolean }) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const { data: waiting } = useQuery({ ...openRequestsOf(useCall()), enabled: isAdmin && mayCall })
  const more = MORE_TABS.map((tab) => (tab.to === '/admin/people' ? { ...tab, waiting } : tab))
  return <TabsNav label="Admin" tabs={useTabs()} more={more} />
}

/** An admin who looks for a person does not know the role: the words of one table of people go with them to the others. */
function useTabs(): Tab[] {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const words = search.get('q')
  if (words === null || !PEOPLE.some(({ to }) => to === pathname)) return TABS
  const query = new URLSearchParams({ q: words })
  return TABS.map((tab) => (PEOPLE.includes(tab) ? { ...tab, to: `${tab.to}?${query}` } : tab))
}
