import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { profileAddressOf } from '#web/features/account/users/person.ts'
import { courseOf } from '#web/features/catalog/courses/watching.queries.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { PlaylistAudience } from '#web/features/catalog/visibility/playlist-audience.tsx'
import { useSetCourseStatus, useSetPlaylistStatus } from '#web/features/review/approval/approval.queries.ts'
import { Creator, ItemFacts, type ItemFactsProps } from '#web/features/review/approval/item-facts.tsx'
import { StatusForm } from '#web/features/review/approval/status-form.tsx'
import {
  ApproveTogether,
  NextPending,
  SubmittedVideos,
} from '#web/features/review/approval/submitted-videos.tsx'
import { useTableSearch } from '#web/features/review/approval/table-state.ts'
import { revisionOf } from '#web/features/review/desk/desk.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons, PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Split } from '#web/ui/layout/section.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './item-view.module.css'

/** /admin/playlist-view/{playlistId}: the playlist, its status form, and what waits with it. */
export function PlaylistView() {
  const { playlistId = '' } = useParams()
  const user = useCurrentUser()
  const query = useQuery({
    ...playlistOf(useCall(), playlistId, viewerKey(user)),
    enabled: user?.isAdmin === true,
  })
  const playlist = query.data
  const status = useSetPlaylistStatus(
    playlistId,
    playlist && { ...playlist, status: playlist.isPlaylistApproved },
  )
  return (
    <ItemView
      kind="playlist"
      query={query}
      title={playlist?.title}
      table="/admin"
      missing={<EmptyState drawing="playlists" title="No playlist found." />}
    >
      {playlist && (
        <Item
          kind="playlist"
          item={playlist}
          status={playlist.isPlaylistApproved}
          setStatus={status}
          playlist={playlist}
          facts={playlistFacts(playlist)}
        />
      )}
    </ItemView>
  )
}

const playlistFacts = (playlist: Playlist): ItemFactsProps => ({
  image: playlist.mainPlaylistImage,
  category: playlist.category,
  seed: playlist._id,
  title: playlist.title,
  description: playlist.description,
  details: [
    { term: 'Creator', description: <Creator teacher={playlist.teacher} /> },
    { term: 'Created', description: playlist.createdAt.slice(0, 10) },
    { term: 'Videos', description: `${playlist.coursesCount} submitted` },
    { term: 'Who can see it', description: <PlaylistAudience playlist={playlist} /> },
    { term: 'Playlist id', description: <code className="mono">{playlist._id}</code> },
  ],
})

/** /admin/course-view/{playlistId}/{courseId}: the course, its status form, and what waits with it. */
export function CourseView() {
  const { playlistId = '', courseId = '' } = useParams()
  const user = useCurrentUser()
  const call = useCall()
  const isReal = useSite().figures === 'real'
  const enabled = user?.isAdmin === true
  const query = useQuery({ ...courseOf(call, viewerKey(user), { playlistId, courseId }), enabled })
  const course = query.data
  const playlist = useQuery({
    ...playlistOf(call, playlistId, viewerKey(user)),
    enabled,
    throwOnError: false,
    meta: { silent: true },
  }).data
  const status = useSetCourseStatus(courseId, course && { ...course, status: course.isCourseApproved })
  return (
    <ItemView
      kind="course"
      query={query}
      title={course?.videoTitle}
      table="/admin/courses-admin"
      missing={<EmptyState drawing="video" level={1} title="Video not available." />}
    >
      {course && (
        <Item
          kind="course"
          item={course}
          status={course.isCourseApproved}
          setStatus={status}
          playlist={playlist}
          facts={courseFacts(course, isReal ? <CreatorLink teacher={course.teacher} /> : CREATOR_PLACEHOLDER)}
        />
      )}
    </ItemView>
  )
}

function CreatorLink({ teacher }: Pick<Course, 'teacher'>) {
  return (
    <TextLink to={profileAddressOf(teacher)}>
      <Creator teacher={teacher} />
    </TextLink>
  )
}

/** The creator block of this screen shows placeholder text. */
const CREATOR_PLACEHOLDER = 'Course creator'

const courseFacts = ({ _id, playlist, ...course }: Course, creator: ReactNode): ItemFactsProps => ({
  image: course.tutorialImage,
  seed: _id,
  title: course.videoTitle,
  description: course.description,
  details: [
    { term: 'Creator', description: creator },
    { term: 'Created', description: course.createdAt.slice(0, 10) },
    {
      term: 'Playlist',
      description: (
        <TextLink to={`/admin/playlist-view/${playlist._id}`} inline>
          <bdi>{playlist.title}</bdi>
        </TextLink>
      ),
    },
    {
      term: 'Video',
      description: (
        <TextLink to={`/watch-video/${playlist._id}/${_id}`} inline>
          Watch this video
        </TextLink>
      ),
    },
    { term: 'Course id', description: <code className="mono">{_id}</code> },
  ],
})

type Kind = 'playlist' | 'course'

const WORDS = {
  playlist: { name: 'Playlist', all: 'All playlists' },
  course: { name: 'Course', all: 'All courses' },
} as const

interface ItemViewProps {
  kind: Kind
  query: Pick<UseQueryResult, 'isPending' | 'isError'>
  title: string | undefined
  /** The address of the table of its kind. */
  table: string
  /** Replaces an item that could not be loaded. */
  missing: ReactNode
  children: ReactNode
}

function ItemView({ kind, query, title, table, missing, children }: ItemViewProps) {
  const { name, all } = WORDS[kind]
  return (
    <>
      <ScreenTitle screen={title ?? name} unlisted />
      <Crumb to={`${table}${useTableSearch()}`}>{all}</Crumb>
      {query.isPending && (
        <Loading what={kind} title={name}>
          <Split>
            <PictureSkeleton />
            <LineSkeletons count={4} />
          </Split>
        </Loading>
      )}
      {query.isError && missing}
      {children}
    </>
  )
}

interface ItemProps {
  kind: Kind
  item: Pick<Playlist | Course, '_id' | 'waiting'>
  status: Playlist['isPlaylistApproved']
  setStatus: ReturnType<typeof useSetPlaylistStatus>
  /** The playlist itself, or that of the course. */
  playlist: Playlist | undefined
  facts: ItemFactsProps
}

/** The playlist and its status form, then the submitted videos, the decision about all of them and the next item. */
function Item({ kind, item, status, setStatus, playlist, facts }: ItemProps) {
  const revisionId =
    playlist?.revision?._id ?? playlist?.courses.find(({ revision }) => revision !== undefined)?.revision?._id
  const revision = useQuery({
    ...revisionOf(useCall(), revisionId ?? ''),
    enabled: revisionId !== undefined,
  }).data
  const linkState = { table: useTableSearch() }
  return (
    <div className={styles.view}>
      <div className={styles.details}>
        <ItemFacts {...facts} />
      </div>
      <div className={styles.form}>
        <StatusForm
          key={item._id}
          subject={item._id}
          status={status}
          waiting={item.waiting}
          busy={setStatus.isPending}
          rejection={setStatus.rejection}
          onReload={setStatus.reload}
          onUpdate={setStatus.set}
        />
      </div>
      {revision && (
        <div className={styles.videos}>
          <SubmittedVideos revision={revision} linkState={kind === 'course' ? linkState : undefined} />
        </div>
      )}
      <div className={styles.end}>
        {revision && <ApproveTogether revision={revision} />}
        <NextPending kind={kind} current={item._id} linkState={linkState} />
      </div>
    </div>
  )
}
