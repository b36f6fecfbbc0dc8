import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf, formatMinutes } from '#contract/format.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { CaptionsSection } from '#web/features/captions/captions-section.tsx'
import { DeleteCourse } from '#web/features/catalog/items/delete-item.tsx'
import { ItemMenu } from '#web/features/catalog/items/item-menu.tsx'
import { CoursePanel } from '#web/features/catalog/outline/course-panel.tsx'
import { Grid } from '#web/features/catalog/outline/grid.tsx'
import { movesFrom } from '#web/features/catalog/outline/moves.ts'
import { courseIds, orderOf } from '#web/features/catalog/outline/order.ts'
import { useSaveGrid } from '#web/features/catalog/outline/outline.queries.ts'
import { OutlineList } from '#web/features/catalog/outline/outline-list.tsx'
import { useOutline } from '#web/features/catalog/outline/use-outline.ts'
import { languageOptions } from '#web/features/catalog/playlists/languages.ts'
import { GoesPublic } from '#web/features/catalog/versions/goes-public.tsx'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem, isInReview, playlistItem } from '#web/features/catalog/versions/submission-state.ts'
import { shareAddressOf } from '#web/features/catalog/visibility/choices.ts'
import { PlaylistAudience } from '#web/features/catalog/visibility/playlist-audience.tsx'
import {
  ChecksDone,
  CourseSubmission,
  PlaylistSubmission,
  ToSubmission,
} from '#web/features/review/submission/before-submit.tsx'
import { useWrittenCourses } from '#web/features/review/submission/edited.queries.ts'
import { History } from '#web/features/review/submission/history.tsx'
import { CourseVideoNews } from '#web/features/video/uploads/video-news.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { PlaylistDecision } from '#web/screens/review/item-decision.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './build.module.css'
import { BuildViews, viewIn } from './build-views.tsx'
import { OwnPlaylist } from './own-playlist.tsx'
import { PreviewLink } from './preview-link.tsx'

/** /teacher-dashboard/build/{playlistId}: the outline of an own playlist and the selected course. */
export function Component() {
  return (
    <>
      <ScreenTitle screen="Build playlist" unlisted />
      <OwnPlaylist title="Build playlist">
        {(playlist, query) => <Build key={playlist._id} playlist={playlist} {...query} />}
      </OwnPlaylist>
    </>
  )
}

interface BuildProps {
  playlist: Playlist
  queryKey: readonly unknown[]
  refetch: () => void
}

function Build({ playlist, queryKey, refetch }: BuildProps) {
  const [search] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const { courses, courseOf } = useWrittenCourses(playlist._id)
  const written = useMemo(() => asWritten(playlist, courses), [playlist, courses])
  // The cells of the grid render again when it is another object.
  const storedOrder = useMemo(() => orderOf(playlist), [playlist])
  const [toDelete, setToDelete] = useState<Course>()
  const view = viewIn(search)
  const views = <BuildViews playlist={playlist} view={view} />
  const hasContent = playlist.courses.length > 0 || playlist.sections.length > 0
  const address = `/teacher-dashboard/build/${playlist._id}`
  const add = (sectionId?: string) =>
    `${address}/add${sectionId === undefined ? '' : `?section=${sectionId}`}`
  return (
    <>
      <Crumb to="/teacher-dashboard">Your playlists</Crumb>
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {playlist.title}
          </h1>
          <p className={styles.facts}>
            <StateChip item={playlistItem(playlist)} />
            <PlaylistAudience playlist={playlist} />
            <span className="num">{factsOf(playlist)}</span>
            <TextLink to={`/teacher-dashboard/edit-playlist/${playlist._id}`}>Edit details</TextLink>
            <ChecksDone playlist={playlist} />
          </p>
        </div>
        <div className={styles.actions}>
          <PreviewLink to={`/playlist-details/${playlist._id}`} />
          <ItemMenu
            item={playlistItem(playlist)}
            viewAddress={`/playlist-details/${playlist._id}`}
            shareAddress={shareAddressOf(playlist)}
          />
          {playlist.courses.length > 0 && (
            <LinkButton to={add()}>
              <Icon name="plus" />
              Add videos
            </LinkButton>
          )}
          <ToSubmission playlist={playlist} />
        </div>
      </header>
      <CourseVideoNews courses={playlist.courses} />
      <PlaylistDecision playlist={written} />
      {!hasContent && view !== 'history' && (
        <EmptyState
          drawing="video"
          title="No courses yet in this playlist"
          help="Paste links of many videos at once, or add them one by one."
          action={
            <LinkButton to={add()} variant="primary">
              Add your first video
            </LinkButton>
          }
        />
      )}
      {view === 'history' && <History playlistId={playlist._id} head={views} />}
      {hasContent && view === 'grid' && courses && (
        <Grid playlist={playlist} courses={courses} order={storedOrder} head={views} />
      )}
      {hasContent && view === 'outline' && (
        <OutlineAndCourse
          playlist={written}
          queryKey={queryKey}
          courses={courses}
          courseOf={courseOf}
          views={views}
          onRemove={setToDelete}
          addAddress={add}
        />
      )}
      {!(hasContent && view === 'outline') && (
        <div className={styles.submission}>
          <PlaylistSubmission playlist={playlist} />
          <GoesPublic item={playlistItem(playlist)} playlistId={playlist._id} />
        </div>
      )}
      {toDelete && (
        <DeleteCourse
          course={toDelete}
          heading={heading}
          onClose={() => {
            setToDelete(undefined)
            refetch()
          }}
        />
      )}
    </>
  )
}

/** The playlist with its courses as their teacher wrote them. A row that is the same stays the same object. */
function asWritten(playlist: Playlist, courses: readonly Course[] = []): Playlist {
  const written = new Map(courses.map((course) => [course._id, course]))
  const writtenRow = (row: PlaylistCourse) => {
    const { videoTitle, tutorialImage } = written.get(row._id) ?? row
    const isSame = row.videoTitle === videoTitle && row.tutorialImage.url === tutorialImage.url
    return isSame ? row : { ...row, videoTitle, tutorialImage }
  }
  return { ...playlist, courses: playlist.courses.map(writtenRow) }
}

interface OutlineAndCourseProps {
  playlist: Playlist
  queryKey: readonly unknown[]
  courses: readonly Course[] | undefined
  courseOf: (id: string) => Promise<Course | undefined>
  views: ReactNode
  onRemove: (course: Course) => void
  addAddress: (sectionId?: string) => string
}

/** Side by side, or one after the other on a narrow screen, where `?course=` shows the course alone. */
function OutlineAndCourse({
  playlist,
  queryKey,
  courses,
  courseOf,
  views,
  onRemove,
  addAddress,
}: OutlineAndCourseProps) {
  const [search, setSearch] = useSearchParams()
  const viewer = viewerKey(useCurrentUser())
  const outline = useOutline({ playlist, queryKey })
  const save = useSaveGrid(playlist._id)
  const { order } = outline
  const wanted = search.get('course')
  const ids = courseIds(order)
  const selected = ids.find((id) => id === wanted) ?? ids[0]
  const course = courses?.find(({ _id }) => _id === selected)
  const open = (id: string | undefined) =>
    setSearch(id === undefined ? {} : { course: id }, { replace: true, preventScrollReset: true })

  return (
    <div className={styles.build} data-open={wanted === selected || undefined}>
      <div className={styles.outline}>
        <OutlineList
          playlist={playlist}
          outline={outline}
          selected={selected}
          head={views}
          addAddress={addAddress}
          onSelect={open}
          onRename={async (id, title, onSaved) => {
            const renamed = await courseOf(id)
            if (renamed) save.mutate([{ _id: id, updatedAt: renamed.updatedAt, title }], { onSaved })
          }}
          onRemove={async (id) => {
            const removed = await courseOf(id)
            if (removed) onRemove(removed)
          }}
        />
        <div className={styles.submission}>
          <PlaylistSubmission playlist={playlist} />
          <GoesPublic item={playlistItem(playlist)} playlistId={playlist._id} />
        </div>
      </div>
      {course && (
        <div className={styles.side}>
          <button type="button" className={styles.back} onClick={() => open(undefined)}>
            <Icon name="arrow-left" size="sm" />
            Outline
          </button>
          <CoursePanel
            key={course._id}
            course={course}
            category={playlist.category}
            order={order}
            captions={
              <CaptionsSection
                course={course}
                viewer={viewer}
                languages={languageOptions(playlist.language ?? '')}
                language={playlist.language ?? 'en'}
                editAddress={(language) =>
                  `/teacher-dashboard/build/${playlist._id}/captions/${course._id}/${language}`
                }
              />
            }
            onSelect={open}
            onMove={(section) =>
              outline.change(...movesFrom(order, () => course.videoTitle).toSection(course._id, section))
            }
          />
          <div className={styles.submission}>
            {isInReview(courseItem(course)) && <CourseSubmission course={course} />}
            <GoesPublic key={course._id} item={courseItem(course)} playlistId={playlist._id} />
          </div>
        </div>
      )}
    </div>
  )
}

/** `12 videos · 3 sections · 2 h 01 min` */
function factsOf({ courses, sections }: Playlist): string {
  const seconds = courses.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  return [
    countOf(courses.length, 'video'),
    ...(sections.length > 0 ? [countOf(sections.length, 'section')] : []),
    ...(seconds > 0 ? [formatMinutes(seconds)] : []),
  ].join(' · ')
}
