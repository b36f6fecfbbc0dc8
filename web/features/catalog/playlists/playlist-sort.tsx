import { Link } from '#web/ui/navigation/link.tsx'
import styles from './playlist-sort.module.css'
import type { PublicSort } from './playlists.queries.ts'

const SORTS: readonly { sort: PublicSort; label: string }[] = [
  { sort: 'newest', label: 'Newest' },
  { sort: 'popular', label: 'Popular' },
  { sort: 'title', label: 'Title' },
]

interface PlaylistSortProps {
  sort: PublicSort
  /** The address of the same list in that order. */
  addressOf: (sort: PublicSort) => string
}

/** The order of a public list. Links, so that each has an address and works without scripts. */
export function PlaylistSort({ sort, addressOf }: PlaylistSortProps) {
  return (
    <nav className={styles.sort} aria-label="Sort courses">
      <span aria-hidden="true">Sort by</span>
      <ul>
        {SORTS.map((each) => (
          <li key={each.sort}>
            <Link
              to={addressOf(each.sort)}
              replace
              viewTransition={false}
              aria-current={each.sort === sort ? 'true' : undefined}
            >
              {each.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
