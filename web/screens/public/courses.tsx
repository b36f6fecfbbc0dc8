import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { CATEGORIES } from '#contract/static-lists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { loadedByRoute } from '#web/core/query-options.ts'
import { PlaylistPages } from '#web/features/catalog/playlists/playlist-pages.tsx'
import { PlaylistSort } from '#web/features/catalog/playlists/playlist-sort.tsx'
import {
  approvedPlaylistsOf,
  filtersOf,
  type PublicSort,
  sortIn,
} from '#web/features/catalog/playlists/playlists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import styles from './courses.module.css'

const LEAD = 'Pick a playlist and start with the first video. Nothing to install, nothing to schedule.'

/** /courses: every approved playlist, or 'No Courses yet.'. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const category = search.get('category') ?? ''
  const sort = sortIn(search)
  const list = useInfiniteQuery({ ...approvedPlaylistsOf(useCall(), filtersOf(search)), ...loadedByRoute })

  function choose(chosen: string): void {
    void navigate(addressOf(chosen, sort), { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <ScreenTitle screen="Courses" description={LEAD} />
      <PageHead title="Courses" lead={LEAD} />
      <div className={styles.choices}>
        <Filters label="Filter by category">
          <ChipButton pressed={category === ''} onClick={() => choose('')}>
            All
          </ChipButton>
          {CATEGORIES.map((each) => (
            <ChipButton key={each} category={each} pressed={category === each} onClick={() => choose(each)}>
              {each}
            </ChipButton>
          ))}
        </Filters>
        <PlaylistSort sort={sort} addressOf={(chosen) => addressOf(category, chosen)} />
      </div>
      <PlaylistPages
        key={`${category} ${sort}`}
        list={list}
        playlists={list.data?.pages.flatMap(({ playlists }) => playlists)}
        empty={
          <EmptyState
            drawing="playlists"
            title="No Courses yet."
            help={
              category === ''
                ? 'Courses appear here as soon as the first one is approved.'
                : 'Nothing in this category so far.'
            }
          />
        }
      />
    </>
  )
}

/** Default values are left out of the address. */
function addressOf(category: string, sort: PublicSort): string {
  const search = new URLSearchParams({
    ...(category !== '' && { category }),
    ...(sort !== 'newest' && { sort }),
  })
  return search.size === 0 ? '/courses' : `/courses?${search}`
}
