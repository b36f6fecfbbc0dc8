import { Outlet, useLocation } from 'react-router'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Tab, TabsNav } from '#web/ui/tabs-nav.tsx'

const TABS: Tab[] = [
  { to: '/admin', label: 'Playlists', icon: 'stack', end: true },
  { to: '/admin/courses-admin', label: 'Courses', icon: 'video' },
  { to: '/admin/teachers', label: 'Teachers', icon: 'school' },
  { to: '/admin/students', label: 'Students', icon: 'users' },
  { to: '/admin/other', label: 'Other', icon: 'user-circle' },
  { to: '/admin/category', label: 'Categories', icon: 'tags' },
]

/** Specification section 2, admin area: lists under tabs. A single playlist or course fills the screen. */
export function Component() {
  const { pathname } = useLocation()
  if (pathname.includes('-view/')) return <Outlet />
  return (
    <>
      <PageHead title="Admin" tight />
      <TabsNav label="Admin" tabs={TABS} />
      <Outlet />
    </>
  )
}
