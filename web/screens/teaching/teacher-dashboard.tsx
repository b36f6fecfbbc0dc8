import { Outlet, useMatch, useSearchParams } from 'react-router'
import { TEACHERS_ONLY } from '#contract/messages.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { type Tab, TabsNav } from '#web/ui/navigation/tabs-nav.tsx'

const TABS: Tab[] = [
  { to: '/teacher-dashboard', label: 'Playlist table', icon: 'stack', end: true },
  { to: '/teacher-dashboard/add-playlist', label: 'Add new playlist', icon: 'copy-plus' },
  { to: '/teacher-dashboard/table-course', label: 'Courses table', icon: 'video' },
  { to: '/teacher-dashboard/add-course', label: 'Add new course', icon: 'video-plus' },
  { to: '/teacher-dashboard/analytics', label: 'Analytics', icon: 'chart', afterDivider: true },
  { to: '/teacher-dashboard/trash', label: 'Trash', icon: 'trash' },
]

/** A playlist that is being built belongs to the first tab. */
const BUILD_TABS = TABS.map((tab) => ({ ...tab, end: false }))

/**
 * /teacher-dashboard: tabs for teachers, a note for other users. The build screens, the figures and the trash have their own
 * heading. Admins open the figures of a playlist, or of the teacher that the address names.
 */
export function Component() {
  const user = useCurrentUser()
  const isBuild = useMatch('/teacher-dashboard/build/*') !== null
  const isTrash = useMatch('/teacher-dashboard/trash') !== null
  const isAnalytics = useMatch('/teacher-dashboard/analytics/*') !== null
  const isOverview = useMatch('/teacher-dashboard/analytics') !== null
  const [search] = useSearchParams()
  const mayAdmin = user?.isAdmin && isAnalytics && (!isOverview || search.has('teacher'))
  return (
    <>
      {!(isBuild || isAnalytics || isTrash) && <PageHead title="Teacher dashboard" tight />}
      <TabsNav label="Teacher dashboard" tabs={isBuild ? BUILD_TABS : TABS} />
      {user && user.role !== 'Teacher' && !mayAdmin ? <TeachersOnly userId={user._id} /> : <Outlet />}
    </>
  )
}

function TeachersOnly({ userId }: { userId: string }) {
  return (
    <>
      <ScreenTitle screen="Teacher dashboard" unlisted />
      <EmptyState
        drawing="playlists"
        title={TEACHERS_ONLY}
        help="You can change your role in your profile."
        action={
          <LinkButton to={`/update-user/${userId}`} variant="primary">
            Update Profile
          </LinkButton>
        }
      />
    </>
  )
}
