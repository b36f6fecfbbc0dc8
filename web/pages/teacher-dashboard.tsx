import { Outlet } from 'react-router'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Tab, TabsNav } from '#web/ui/tabs-nav.tsx'

const TABS: Tab[] = [
  { to: '/teacher-dashboard', label: 'Playlist table', icon: 'stack', end: true },
  { to: '/teacher-dashboard/add-playlist', label: 'Add new playlist', icon: 'copy-plus' },
  { to: '/teacher-dashboard/table-course', label: 'Courses table', icon: 'video' },
  { to: '/teacher-dashboard/add-course', label: 'Add new course', icon: 'video-plus' },
]

/** Specification section 2, /teacher-dashboard: four tabs; who may see what is below them is theirs to say. */
export function Component() {
  return (
    <>
      <PageHead title="Teacher dashboard" tight />
      <TabsNav label="Teacher dashboard" tabs={TABS} />
      <Outlet />
    </>
  )
}
