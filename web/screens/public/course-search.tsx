import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { SEARCH_TOO_LONG } from '#contract/messages.ts'
import { TOPICS } from '#contract/static-lists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { loadedByRoute } from '#web/core/query-options.ts'
import { PlaylistPages } from '#web/features/catalog/playlists/playlist-pages.tsx'
import { FoundVideos } from '#web/features/search/found-videos.tsx'
import { isTooLong, momentsOf, searchResultsOf } from '#web/features/search/search.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChipLink, ChipList } from '#web/ui/layout/chip.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import styles from './course-search.module.css'

/** /course-search?q=: results, or 'No playlist found.'. */
export function Component() {
  const [search] = useSearchParams()
  const q = search.get('q')?.trim() ?? ''
  return isTooLong(q) ? <TooLong /> : <Results q={q} />
}

function TooLong() {
  return (
    <>
      <SearchTitle q="" hasResults={false} />
      <PageHead title="Search results" />
      <EmptyState drawing="search" title={SEARCH_TOO_LONG} help="Try a few words of it." />
    </>
  )
}

function Results({ q }: { q: string }) {
  const list = useInfiniteQuery({ ...searchResultsOf(useCall(), q), ...loadedByRoute, enabled: q !== '' })
  const [first] = list.data?.pages ?? []
  const playlists = list.data?.pages.flatMap(({ data }) => data) ?? []
  const nothing = !list.isLoading && playlists.length === 0

  return (
    <>
      <SearchTitle q={q} hasResults={playlists.length > 0} />
      <PageHead
        title="Search results"
        lead={first && q !== '' && <ResultCount count={countText(first)} q={q} />}
      />
      <p className="sr" role="status">
        {first && countText(first)}
      </p>
      <PlaylistPages
        key={q}
        list={{ ...list, isPending: list.isLoading }}
        playlists={playlists}
        empty={
          <EmptyState
            drawing="search"
            title="No playlist found."
            help={
              q === ''
                ? 'Type what you would like to learn into the search box, or start from a topic below.'
                : 'Check the spelling, try one broader word, or start from a topic below.'
            }
            action={
              <LinkButton to="/courses" variant="primary">
                Browse all courses
              </LinkButton>
            }
          />
        }
      />
      <InTheVideos q={q} />
      {nothing && <PopularTopics />}
    </>
  )
}

/** Passages in videos, if there are any. */
function InTheVideos({ q }: { q: string }) {
  const { data: videos = [] } = useQuery({ ...momentsOf(useCall(), q), enabled: q !== '' })
  if (videos.length === 0) return null
  return (
    <section className={styles.videos} aria-labelledby="videos">
      <h2 id="videos">In the videos</h2>
      <FoundVideos videos={videos} q={q} />
    </section>
  )
}

/** Search engines may list only searches with results, such as the page of a topic. */
function SearchTitle({ q, hasResults }: { q: string; hasResults: boolean }) {
  if (!hasResults) return <ScreenTitle screen={q === '' ? 'Search results' : `“${q}”`} unlisted />
  return (
    <ScreenTitle
      screen={`“${q}”`}
      description={`Video playlists about “${q}”, each reviewed before it goes live.`}
      query={`?${new URLSearchParams({ q })}`}
    />
  )
}

function ResultCount({ count, q }: { count: string; q: string }) {
  return (
    <>
      {count} for “<bdi>{q}</bdi>”
    </>
  )
}

function countText({ total, totalIsLowerBound }: { total: number; totalIsLowerBound?: true }): string {
  const count = `${formatCount(total)}${totalIsLowerBound ? '+' : ''}`
  return `${count} ${total === 1 ? 'playlist' : 'playlists'}`
}

function PopularTopics() {
  return (
    <section className={styles.topics} aria-labelledby="topics">
      <h2 id="topics">Popular topics</h2>
      <ChipList>
        {TOPICS.map((topic) => (
          <li key={topic}>
            <ChipLink to={`/course-search?q=${encodeURIComponent(topic)}`}>{topic}</ChipLink>
          </li>
        ))}
      </ChipList>
    </section>
  )
}
