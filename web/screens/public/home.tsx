import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { loadedByRoute } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { PlaylistGrid } from '#web/features/catalog/playlists/playlist-grid.tsx'
import { firstPlaylistsOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { homeOf } from '#web/features/learning/home/home.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { SetupBar } from '#web/layout/setup-bar.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { CardSkeletons, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { BrandPanel } from '#web/ui/picture/brand-panel.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { Stats } from '#web/ui/table/stats.tsx'
import { useStatistics } from './figures.ts'
import styles from './home.module.css'
import { QuickOptions } from './home-quick-options.tsx'

const PersonalHome = lazyPart(async () => (await import('./home-personal.tsx')).PersonalHome)

const DESCRIPTION =
  'Short, focused video playlists by working teachers. Every one is reviewed before it goes live.'

/**
 * The home page. Everybody gets the same HTML, with the page of a visitor and the skeleton of a user. The style sheet hides
 * one of the two before the first paint, until the browser renders for whoever is here.
 */
export function Component() {
  const user = useCurrentUser()
  const isKnown = useHydrated()
  return (
    <>
      <ScreenTitle screen="Home" description={DESCRIPTION} />
      {user && <UserHome viewer={user._id} />}
      {!(user || isKnown) && (
        <div className={styles.forUsers}>
          <HomeSkeleton />
        </div>
      )}
      {!user && (
        <div className={isKnown ? undefined : styles.forVisitors}>
          <VisitorHome />
        </div>
      )}
    </>
  )
}

/** Somebody who has started nothing and follows nobody sees what a visitor sees. */
function UserHome({ viewer }: { viewer: string }) {
  const home = useQuery(homeOf(useCall(), viewer))
  if (home.data?.newcomer) return <VisitorHome />
  const skeleton = <HomeSkeleton title="Home" />
  if (home.isPending) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <PersonalHome
        viewer={viewer}
        home={home.data}
        onRetry={home.refetch}
        courses={<FirstPlaylists />}
        options={<QuickOptions />}
      />
    </Suspense>
  )
}

function VisitorHome() {
  return (
    <>
      <SetupBar />
      <HomeHero lead={DESCRIPTION} />
      <FirstPlaylists />
      <QuickOptions />
    </>
  )
}

/** As tall as the window, so that nothing below it is in view and moves. */
function HomeSkeleton({ title }: { title?: string }) {
  return (
    <div className={styles.skeleton}>
      <Loading what="home page" title={title}>
        <Skeleton shape="fact" />
        <div className={styles.skeletonCards}>
          <Skeleton shape="tile" />
          <CardSkeletons count={3} columns="three" />
        </div>
      </Loading>
    </div>
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

/** Generated cover art, chosen for its looks. */
const POSTERS = [
  'design/hero-7',
  'science/hero-6',
  'music/hero-2',
  'marketing/hero-4',
  'business/hero-4',
  'photography/hero-7',
  'development/hero-7',
  'marketing/hero-11',
]

/** The panel at the top of the home page. */
function HomeHero({ lead }: { lead: string }) {
  const statistics = useStatistics()
  return (
    <BrandPanel className={styles.hero} aria-labelledby="home-heading">
      <div className={styles.copy}>
        <h1 id="home-heading">Learn it from people who do it.</h1>
        <p>{lead}</p>
        <div className={styles.actions}>
          <LinkButton size="lg" variant="panelPrimary" to="/courses">
            Browse courses
          </LinkButton>
          <LinkButton size="lg" variant="panel" to="/teachers">
            Meet the teachers
          </LinkButton>
        </div>
      </div>
      <div className={styles.art} aria-hidden="true">
        <ul>
          {POSTERS.map((poster) => (
            <li key={poster}>
              <Thumb radius="lg">
                <img src={`/art/${poster}.svg`} width={640} height={360} alt="" decoding="async" />
              </Thumb>
            </li>
          ))}
        </ul>
      </div>
      <Stats variant="foot" items={statistics} />
    </BrandPanel>
  )
}
