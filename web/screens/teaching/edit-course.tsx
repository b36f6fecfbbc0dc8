import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { CourseForm, type CourseInput } from '#web/features/catalog/courses/course-form.tsx'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { useUpdateCourse } from '#web/features/catalog/courses/courses.queries.ts'
import { courseOf } from '#web/features/catalog/courses/watching.queries.ts'
import { useAllOwnPlaylists } from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { GoesPublic } from '#web/features/catalog/versions/goes-public.tsx'
import { courseItem, savesDraft } from '#web/features/catalog/versions/submission-state.ts'
import { CourseSubmission } from '#web/features/review/submission/before-submit.tsx'
import { useEditNote, useWrittenCourse } from '#web/features/review/submission/edited.queries.ts'
import { History } from '#web/features/review/submission/history.tsx'
import { ReplaceFile } from '#web/features/video/uploads/replace-file.tsx'
import { CourseVideoNews } from '#web/features/video/uploads/video-news.tsx'
import { CourseDecision } from '#web/screens/review/item-decision.tsx'
import styles from './build.module.css'
import { EditHead, EditScreen, useFocusField, useIsHistory } from './edit-item.tsx'

const tableOf = (playlistId: string) => `/teacher-dashboard/table-course?playlist=${playlistId}`

/** /teacher-dashboard/edit-course/{playlistId}/{courseId}: the current version of the server. */
export function Component() {
  const { playlistId = '', courseId = '' } = useParams()
  const user = useCurrentUser()
  const query = useQuery({
    ...courseOf(useCall(), viewerKey(user), { playlistId, courseId }),
    enabled: user !== null,
    refetchOnMount: 'always',
  })
  const own = query.data?.teacher._id === user?._id ? query.data : undefined
  const written = useWrittenCourse(own)
  return (
    <EditScreen kind="course" table={tableOf(playlistId)} query={query} own={own} written={written}>
      {(course) => <Edit key={courseId} course={course} />}
    </EditScreen>
  )
}

function Edit({ course }: { course: Course }) {
  const navigate = useNavigate()
  const { playlists, isComplete } = useAllOwnPlaylists()
  const playlistId = course.playlist._id
  const update = useUpdateCourse({ playlistId, courseId: course._id })
  const item = courseItem(course)
  const note = useEditNote(item)
  const isDraft = savesDraft(item)
  const isHistory = useIsHistory()
  useFocusField(!isHistory)

  function save({ playlistId: playlist, body, image }: CourseInput, onSaved: () => void): void {
    const { videoTitle, videoLink, description, chapters, corrections, draft } = body
    update.mutate(
      {
        body: {
          videoTitle,
          videoLink,
          description,
          chapters,
          playlist,
          updatedAt: course.updatedAt,
          ...(corrections !== undefined && { corrections }),
          ...(draft && { draft }),
        },
        image,
      },
      {
        onSaved: onSaved,
        onSuccess: ({ message }) => {
          notify.success(message, { timeout: SCREEN_TOAST_MS })
          void navigate(isDraft ? `/teacher-dashboard/build/${playlist}` : tableOf(playlist))
        },
      },
    )
  }

  return (
    <>
      <CourseVideoNews courses={[course]} />
      <CourseDecision course={course} />
      <EditHead
        item={item}
        address={`/teacher-dashboard/edit-course/${playlistId}/${course._id}`}
        preview={watchAddress(playlistId, course._id)}
      />
      {isHistory ? (
        <History playlistId={playlistId} courseId={course._id} />
      ) : (
        <CourseForm
          heading="Edit course"
          submit="Update Course"
          busy={update.isPending && 'Updating...'}
          playlists={playlists}
          isLoading={!isComplete}
          playlistId={playlistId}
          course={course}
          error={update.error}
          note={note}
          cancel={tableOf(playlistId)}
          savesDraft={isDraft}
          upload={<ReplaceFile course={course} />}
          onSave={save}
        />
      )}
      <div className={styles.submission}>
        <CourseSubmission course={course} />
        {!isHistory && <GoesPublic item={item} playlistId={playlistId} />}
      </div>
    </>
  )
}
