import { Outlet } from 'react-router'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { type Tab, TabsNav } from '#web/ui/navigation/tabs-nav.tsx'
import { Component as Continue } from './learning-continue.tsx'
import { Component as History } from './learning-history.tsx'
import { Done, Liked, Notes } from './learning-tabs.tsx'

/** /learning and its tabs, which are small and therefore one download. */
export const SCREENS = { Learning, Continue, History, Done, Notes, Liked }

const TABS: Tab[] = [
  { to: '/learning', label: 'Continue', end: true },
  { to: '/learning/history', label: 'History' },
  { to: '/learning/done', label: 'Done' },
  { to: '/learning/notes', label: 'Notes' },
  { to: '/learning/liked', label: 'Liked' },
]

/** /learning: what the user has started, watched, finished, noted and liked. */
function Learning() {
  return (
    <>
      <PageHead title="My learning" tight />
      <TabsNav label="My learning" tabs={TABS} />
      <Outlet />
    </>
  )
}
