import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useParams, useRevalidator, useSearchParams } from 'react-router'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { copyLink } from '#web/core/copy-link.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { loadedByRoute } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { LINK_KEY } from '#web/features/catalog/courses/course-links.ts'
import { linkedPlaylistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { PlaylistBar, StartLink } from '#web/features/learning/progress/playlist-progress.tsx'
import { progressOf } from '#web/features/learning/progress/progress.queries.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { FollowButton } from '#web/features/reactions/follow-button.tsx'
import { SaveButton } from '#web/features/reactions/save-button.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { PreviewBar, PreviewContext, usePreview } from '#web/screens/teaching/preview.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { LineSkeletons, PictureSkeleton, VideoSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { SheetStack } from '#web/ui/overlay/sheet-stack.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import styles from './playlist-details.module.css'
import { PlaylistFacts, PlaylistMarks } from './playlist-facts.tsx'
import { PlaylistVideos } from './playlist-videos.tsx'

/** `scrollTo=courses-section` waits 100 ms and stops 284 px above the list. */
const SECTION = 'courses-section'
const SCROLL_DELAY_MS = 100
const SCROLL_OFFSET = 284
const DESCRIPTION_LENGTH = 160
/** A longer title is smaller, so that it has room in four lines. */
const LONG_TITLE = 60

const ForOwner = lazyPart(async () => (await import('#web/screens/review/item-decision.tsx')).ForOwner)
const PlaylistAudience = lazyPart(
  async () => (await import('#web/features/catalog/visibility/playlist-audience.tsx')).PlaylistAudience,
)
const ReportMenu = lazyPart(async () => (await import('#web/features/reports/report-menu.tsx')).ReportMenu)

/** The screen /playlist-details/{playlistId}. */
export function Component() {
  const { playlistId = '' } = useParams()
  const user = useCurrentUser()
  const [search] = useSearchParams()
  const key = search.get(LINK_KEY)
  const isOpening = useOpenLink(user !== null && key !== null)
  const playlist = useQuery({
    ...linkedPlaylistOf(useCall(), { playlistId, key }, viewerKey(user)),
    ...loadedByRoute,
    enabled: !isOpening,
  })
  useScrollToCourses(playlist.isSuccess)

  if (playlist.data) return <Details playlist={playlist.data} />
  return (
    <>
      <ScreenTitle screen="Playlist" unlisted />
      <Crumb to="/courses">Courses</Crumb>
      {playlist.isPending ? (
        <Loading what="playlist">
          <div className={styles.details}>
            <SheetStack size="lg">
              <PictureSkeleton />
            </SheetStack>
            <LineSkeletons count={6} />
          </div>
          <Section title="Videos">
            <VideoSkeletons count={6} />
          </Section>
        </Loading>
      ) : (
        <LoadFailed drawing="playlists" error={playlist.error} onRetry={playlist.refetch} />
      )}
    </>
  )
}

/** The loader opens a link; it runs again when a visitor who has come by one logs in in another tab. */
function useOpenLink(isOpening: boolean): boolean {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOpening) void revalidate()
  }, [isOpening, revalidate])
  return isOpening
}

function ReportPlaylist({ playlist: { _id, title, teacher } }: { playlist: Playlist }) {
  if (useCurrentUser() === null) return null
  return (
    <Suspense>
      <ReportMenu subject={{ kind: 'playlist', id: _id, name: title, ownerId: teacher._id }} />
    </Suspense>
  )
}

function Details({ playlist }: { playlist: Playlist }) {
  const site = useSite()
  const { isTeacher, isOwn, isPreview } = useOwnership(playlist)
  const progress = useProgress(playlist._id, !isPreview)
  const { _id, title, description, category, mainPlaylistImage, teacher, courses } = playlist
  const { promise, visibility, link } = playlist
  const videos = countOf(countFor(playlist, isTeacher), 'video')
  return (
    <>
      <ScreenTitle
        screen={title}
        description={description.replace(/\s+/g, ' ').slice(0, DESCRIPTION_LENGTH)}
        image={new URL(mainPlaylistImage.url, site.origin).href}
        type="article"
        unlisted={playlist.visibility !== 'public'}
      />
      {isPreview && <PreviewBar playlistId={_id} />}
      <Crumb to="/courses">Courses</Crumb>
      <Suspense>{isOwn && <ForOwner playlist={playlist} />}</Suspense>
      <section className={styles.details} aria-labelledby="playlist">
        <SheetStack
          size="lg"
          category={category}
          pill={
            <Pill icon="stack" size="lg">
              {videos}
            </Pill>
          }
        >
          <Thumb radius="xl">
            <Picture
              image={mainPlaylistImage}
              sizes="(min-width: 1200px) 600px, 100vw"
              priority
              fallback={{ category, seed: _id }}
            />
          </Thumb>
        </SheetStack>
        <div className={styles.about}>
          <CategoryLabel category={category} />
          <h1 id="playlist" dir="auto" title={title} data-long={title.length > LONG_TITLE || undefined}>
            {title}
          </h1>
          {promise && (
            <p className={styles.promise} dir="auto">
              {promise}
            </p>
          )}
          <div className={styles.description}>
            <LongText>{description}</LongText>
          </div>
          <PlaylistMarks playlist={playlist} />
          {visibility && visibility !== 'public' && (
            <div className={styles.audience}>
              <Suspense>
                <PlaylistAudience playlist={playlist} />
              </Suspense>
            </div>
          )}
          <div className={styles.teacher}>
            <Avatar user={teacher} size={44} />
            <div>
              <b dir="auto">{teacher.username}</b>
              <TextLink to={`/teacher-profile/${teacher._id}`}>View profile</TextLink>
            </div>
            <span className={styles.more}>
              <ReportPlaylist playlist={playlist} />
            </span>
          </div>
          <PlaylistFacts playlist={playlist} />
          {courses.length > 0 && <PlaylistBar playlist={playlist} progress={progress} />}
          <div className={styles.actions}>
            <StartLink playlist={playlist} progress={progress} />
            <PreviewContext isPreview={isPreview}>
              <SaveButton playlistId={_id} />
              <Follow playlist={playlist} />
            </PreviewContext>
            <Button
              size="lg"
              aria-label="Share"
              onClick={() => void copyLink(new URL(link ?? `/playlist-details/${_id}`, site.origin).href)}
            >
              <Icon name="share" />
            </Button>
          </div>
        </div>
      </section>
      <PlaylistVideos id={SECTION} playlist={playlist} progress={progress} />
    </>
  )
}

function Follow({ playlist: { _id, title, teacher } }: { playlist: Playlist }) {
  if (useCurrentUser()?._id === teacher._id) return null
  return <FollowButton kind="playlist" id={_id} name={title} followers={undefined} />
}

/** Whether its teacher looks at the playlist, as the teacher or as a student would. */
function useOwnership({ _id, teacher }: Playlist) {
  const isPreview = usePreview(_id, teacher._id)
  const user = useCurrentUser()
  const isTeacher = user?._id === teacher._id
  return { isTeacher, isPreview, isOwn: isTeacher && !isPreview }
}

/** Of a playlist that is not public yet, its teacher sees the count of all courses. */
function countFor(
  { isPlaylistApproved, coursesCount, approvedCoursesCount }: Playlist,
  isTeacher: boolean,
): number {
  return isTeacher && isPlaylistApproved !== 'approved' ? coursesCount : approvedCoursesCount
}

/** Loads after hydration, because the page is the same for everybody. */
function useProgress(playlistId: string, isShown: boolean) {
  const user = useCurrentUser()
  const query = progressOf(useCall(), viewerKey(user), { playlistId })
  const { data } = useQuery({ ...query, enabled: user !== null && isShown })
  return isShown ? data : undefined
}

/** The query `scrollTo=courses-section` scrolls to the videos and focuses their heading. */
function useScrollToCourses(ready: boolean): void {
  const [search] = useSearchParams()
  const requested = search.get('scrollTo') === SECTION
  useEffect(() => {
    if (!(ready && requested)) return
    const timer = setTimeout(() => {
      const section = document.getElementById(SECTION)
      if (!section) return
      window.scrollTo({
        top: section.getBoundingClientRect().top + window.scrollY - SCROLL_OFFSET,
        behavior: 'smooth',
      })
      section.querySelector('h2')?.focus({ preventScroll: true })
    }, SCROLL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [ready, requested])
}
