import { Outlet } from 'react-router'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { type Tab, TabsNav } from '#web/ui/navigation/tabs-nav.tsx'

const TABS: Tab[] = [
  { to: '/learning', label: 'Continue', end: true },
  { to: '/learning/history', label: 'History' },
  { to: '/learning/done', label: 'Done' },
  { to: '/learning/notes', label: 'Notes' },
  { to: '/learning/liked', label: 'Liked' },
]

/** /learning: what the user has started, watched, finished, noted and liked (product/learning.md, "My learning"). */
export function Component() {
  return (
    <>
      <PageHead title="My learning" tight />
      <TabsNav label="My learning" tabs={TABS} />
      <Outlet />
    </>
  )
}
