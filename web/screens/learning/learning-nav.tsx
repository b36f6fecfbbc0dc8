import { useCurrentUser } from '#web/core/session.tsx'
import { type Tab, TabsNav } from '#web/ui/navigation/tabs-nav.tsx'

const TABS: Tab[] = [
  { to: '/learning', label: 'Continue', end: true },
  { to: '/learning/history', label: 'History' },
  { to: '/learning/done', label: 'Done' },
  { to: '/learning/notes', label: 'Notes' },
  { to: '/learning/liked', label: 'Liked' },
]

/** The tabs of My learning. The list of saved playlists has an address of its own. */
export function LearningNav() {
  const user = useCurrentUser()
  const saved = user ? [{ to: `/user-saved-playlist/${user._id}`, label: 'Saved' }] : []
  return <TabsNav label="My learning" tabs={[...TABS, ...saved]} />
}
