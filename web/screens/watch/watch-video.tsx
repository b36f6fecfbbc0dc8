import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { CourseMissing } from '#web/features/catalog/courses/course-missing.tsx'
import { WatchProvider } from '#web/features/catalog/courses/watch-context.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { PreviewBar, PreviewContext, usePreview } from '#web/screens/teaching/preview.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { VIEW_TRANSITION } from '#web/ui/navigation/link.tsx'
import { WatchCourse } from './watch-course.tsx'
import { useWatchedCourse } from './watch-data.ts'
import { WatchSkeleton } from './watch-skeleton.tsx'

/** /watch-video/{playlistId}/{videoId}: the video, likes, comments, and the playlist beside it. */
export function Component() {
  const { playlistId = '', videoId: courseId = '' } = useParams()
  const { course, playlist, progress, visibleCourse, missing, waiting, viewer } = useWatchedCourse({
    playlistId,
    courseId,
  })
  const isPreview = usePreview(playlistId, visibleCourse?.teacher._id)
  const { starting, go } = useNextCourse(playlistId, visibleCourse?._id)

  return (
    <>
      <ScreenTitle screen={visibleCourse?.videoTitle ?? 'Watch video'} unlisted />
      {isPreview && <PreviewBar playlistId={playlistId} />}
      {waiting && <WatchSkeleton />}
      {missing && (
        <CourseMissing
          error={missing}
          isLost={course.data !== undefined}
          onRetry={course.refetch}
          action={
            <LinkButton to="/courses" variant="primary">
              Browse courses
            </LinkButton>
          }
        />
      )}
      {visibleCourse && (
        <PreviewContext isPreview={isPreview}>
          <WatchProvider
            course={visibleCourse}
            playlist={playlist.data}
            progress={isPreview ? undefined : progress.data}
            records={!isPreview}
            viewer={viewer}
          >
            <WatchCourse autoStart={starting === courseId} onGo={go} />
          </WatchProvider>
        </PreviewContext>
      )}
    </>
  )
}

/** Moves to another course of the playlist, whose video starts at once if the user has asked for that. */
function useNextCourse(playlistId: string, visibleId: string | undefined) {
  const navigate = useNavigate()
  // State, not history: a reload must not start the video.
  const [starting, setStarting] = useState<string>()
  useEffect(() => {
    if (starting === visibleId) setStarting(undefined)
  }, [starting, visibleId])
  function go(courseId: string, starts: boolean): void {
    if (starts) setStarting(courseId)
    void navigate(watchAddress(playlistId, courseId), { viewTransition: VIEW_TRANSITION })
  }
  return { starting, go }
}
