import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { courseOf } from '#web/features/catalog/courses/watching.queries.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { useSetCourseStatus } from '#web/features/review/approval/approval.queries.ts'
import { Reviewed } from '#web/features/review/approval/reviewed.tsx'
import { StatusForm } from '#web/features/review/approval/status-form.tsx'
import { useTableSearch } from '#web/features/review/approval/table-link.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { ReviewAround } from '#web/screens/review/review-around.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons, PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

/** Specification section 2: the creator block of this screen shows placeholder text. */
const CREATOR_PLACEHOLDER = 'Course creator'

/** Specification section 2, /admin/course-view/{playlistId}/{courseId}: the course, its status form, and what waits with it. */
export function Component() {
  const { playlistId = '', courseId = '' } = useParams()
  const user = useCurrentUser()
  const course = useQuery({
    ...courseOf(useCall(), viewerKey(user), { playlistId, courseId }),
    enabled: user?.isAdmin === true,
  })
  const data = course.data
  const playlist = useQuery({
    ...playlistOf(useCall(), playlistId, viewerKey(user)),
    enabled: user?.isAdmin === true,
    throwOnError: false,
    meta: { silent: true },
  }).data
  const table = useTableSearch()
  const setStatus = useSetCourseStatus(courseId, data && { ...data, status: data.isCourseApproved })
  return (
    <>
      <ScreenTitle screen={data?.videoTitle ?? 'Course'} unlisted />
      <Crumb to={`/admin/courses-admin${table}`}>All courses</Crumb>
      {course.isPending && (
        <Loading what="course" title="Course">
          <Split>
            <PictureSkeleton />
            <LineSkeletons count={4} />
          </Split>
        </Loading>
      )}
      {course.isError && <EmptyState drawing="video" level={1} title="Video not available." />}
      {data && (
        <ReviewAround
          kind="course"
          current={courseId}
          playlist={playlist}
          table={table}
          details={
            <Reviewed
              image={data.tutorialImage}
              seed={data._id}
              title={data.videoTitle}
              description={data.description}
              details={[
                { term: 'Creator', description: CREATOR_PLACEHOLDER },
                { term: 'Created', description: data.createdAt.slice(0, 10) },
                {
                  term: 'Playlist',
                  description: (
                    <TextLink to={`/admin/playlist-view/${data.playlist._id}`} inline>
                      <bdi>{data.playlist.title}</bdi>
                    </TextLink>
                  ),
                },
                {
                  term: 'Video',
                  description: (
                    <TextLink to={`/watch-video/${data.playlist._id}/${data._id}`} inline>
                      Watch this video
                    </TextLink>
                  ),
                },
                { term: 'Course id', description: <code className="mono">{data._id}</code> },
              ]}
            />
          }
          form={
            <StatusForm
              status={data.isCourseApproved}
              waiting={data.waiting}
              busy={setStatus.isPending}
              rejection={setStatus.rejection}
              onReload={setStatus.reload}
              onUpdate={setStatus.set}
            />
          }
        />
      )}
    </>
  )
}
