import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { Course } from '#contract/courses.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { CourseForm, type CourseInput } from '#web/features/courses/course-form.tsx'
import { useUpdateCourse } from '#web/features/courses/courses.queries.ts'
import { courseOf } from '#web/features/courses/watching.queries.ts'
import { useAllOwnPlaylists } from '#web/features/playlists/playlist-editing.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Crumb } from '#web/ui/crumb.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { LineSkeletons } from '#web/ui/skeleton.tsx'

const tableOf = (playlistId: string) => `/teacher-dashboard/table-course?playlist=${playlistId}`

/** Specification section 2, /teacher-dashboard/edit-course/{playlistId}/{courseId}: the current version of the server. */
export function Component() {
  const { playlistId = '', courseId = '' } = useParams()
  const user = useCurrentUser()
  const { data, error, refetch, isPending, isFetchedAfterMount } = useQuery({
    ...courseOf(useCall(), viewerKey(user), { playlistId, courseId }),
    enabled: user !== null,
    refetchOnMount: 'always',
  })
  const own = data?.teacher._id === user?._id ? data : undefined
  const waiting = isPending || !isFetchedAfterMount
  const failed = !(waiting || data || isNotFound(error))

  return (
    <>
      <ScreenTitle screen="Edit course" unlisted />
      <Crumb to={tableOf(playlistId)}>Courses table</Crumb>
      {waiting && (
        <Loading what="course">
          <LineSkeletons count={6} />
        </Loading>
      )}
      {!waiting && own && <Edit key={courseId} course={own} />}
      {failed && <LoadFailed drawing="video" title="Video not available." onRetry={refetch} />}
      {!(waiting || own || failed) && (
        <EmptyState drawing="video" title="Video not available." help="You can edit your own videos only." />
      )}
    </>
  )
}

function Edit({ course }: { course: Course }) {
  const navigate = useNavigate()
  const { playlists } = useAllOwnPlaylists()
  const update = useUpdateCourse({ playlistId: course.playlist._id, courseId: course._id })

  function save({ playlistId, body, image }: CourseInput, onSaved: () => void): void {
    const { videoTitle, videoLink, description } = body
    update.mutate(
      { body: { videoTitle, videoLink, description, playlist: playlistId }, image },
      {
        onSaved: onSaved,
        onSuccess: ({ message }) => {
          notify.success(message, { timeout: SCREEN_TOAST_MS })
          void navigate(tableOf(playlistId))
        },
      },
    )
  }

  return (
    <CourseForm
      heading="Edit course"
      submit="Update Course"
      busy={update.isPending && 'Updating...'}
      playlists={playlists}
      playlistId={course.playlist._id}
      course={course}
      error={update.error}
      note="Your changes show at once. A new video link is reviewed again before the video appears."
      cancel={tableOf(course.playlist._id)}
      onSave={save}
    />
  )
}
