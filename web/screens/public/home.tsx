import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { loadedByRoute } from '#web/core/query-options.ts'
import { PlaylistGrid } from '#web/features/catalog/playlists/playlist-grid.tsx'
import { firstPlaylistsOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { CardSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { HomeContinue } from './home-continue.tsx'
import { HomeHero } from './home-hero.tsx'
import { QuickOptions } from './home-quick-options.tsx'

const DESCRIPTION =
  'Short, focused video playlists by working teachers. Every one is reviewed before it goes live.'

/** Specification section 2, `/`. */
export function Component() {
  return (
    <>
      <ScreenTitle screen="Home" description={DESCRIPTION} />
      <HomeHero lead={DESCRIPTION} />
      <HomeContinue />
      <FirstPlaylists />
      <QuickOptions />
    </>
  )
}

function FirstPlaylists() {
  const { data, error, isPending, isSuccess, refetch } = useQuery({
    ...firstPlaylistsOf(useCall()),
    ...loadedByRoute,
  })
  const playlists = data?.playlists ?? []
  const all = (
    <TextLink arrow to="/courses">
      View All Courses
    </TextLink>
  )
  return (
    <Section title="Our courses" action={playlists.length > 0 && all}>
      {isPending && (
        <Loading what="courses">
          <CardSkeletons count={3} columns="three" />
        </Loading>
      )}
      {!(isPending || isSuccess) && (
        <LoadFailed drawing="playlists" level={3} error={error} onRetry={refetch} />
      )}
      {isSuccess && playlists.length === 0 && (
        <EmptyState
          drawing="playlists"
          title="No Courses yet"
          help="Courses appear here as soon as the first one is approved."
          level={3}
        />
      )}
      {playlists.length > 0 && <PlaylistGrid playlists={playlists} columns="three" />}
    </Section>
  )
}
