import { Outlet } from 'react-router'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { Component as Continue } from './learning-continue.tsx'
import { Component as History } from './learning-history.tsx'
import { LearningNav } from './learning-nav.tsx'
import { Done, Liked, Notes } from './learning-tabs.tsx'

/** /learning and its tabs, which are small and therefore one download. */
export const SCREENS = { Learning, Continue, History, Done, Notes, Liked }

/** /learning: what the user has started, watched, finished, noted and liked. */
function Learning() {
  return (
    <>
      <PageHead title="My learning" tight />
      <LearningNav />
      <Outlet />
    </>
  )
}
