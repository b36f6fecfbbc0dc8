import type { Playlist } from '#contract/catalog/playlists.ts'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { COURSE_TEXTS } from '#web/features/catalog/outline/course-panel.tsx'
import { COURSE_TITLE } from '#web/features/catalog/outline/title-editor.tsx'
import { GRID } from '#web/features/catalog/outline/use-cells.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import subtabs from '#web/ui/navigation/subtabs.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './build.module.css'

const VIEWS = [
  { name: 'outline', label: 'Outline' },
  { name: 'grid', label: 'Grid' },
  { name: 'history', label: 'History' },
] as const

type View = (typeof VIEWS)[number]['name']

export const viewIn = (search: URLSearchParams): View =>
  VIEWS.find(({ name }) => name === search.get('view'))?.name ?? 'outline'

/** Links to the views of the build screen. Those with a draft say so; it renders by itself when there is one. */
export function BuildViews({ playlist, view }: { playlist: Playlist; view: View }) {
  const unsaved = useUnsavedViews(playlist)
  const address = `/teacher-dashboard/build/${playlist._id}`
  return (
    <nav className={subtabs.bar} aria-label="This playlist">
      {VIEWS.map(({ name, label }) => (
        <Link
          key={name}
          to={name === 'outline' ? address : `${address}?view=${name}`}
          aria-current={name === view ? 'page' : undefined}
        >
          <Icon name={name} />
          {label}
          {unsaved[name] && <span className={styles.unsaved}>Unsaved</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The views that have a draft. */
function useUnsavedViews({ _id, courses }: Playlist): Partial<Record<View, boolean>> {
  const texts = useDraftSubjects(COURSE_TEXTS, COURSE_TITLE)
  const grids = useDraftSubjects(GRID)
  return { outline: courses.some((course) => texts.includes(course._id)), grid: grids.includes(_id) }
}
