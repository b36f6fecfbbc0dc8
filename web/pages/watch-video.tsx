import { useParams } from 'react-router'
import { CourseMissing } from '#web/features/courses/course-missing.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { LineSkeletons, PictureSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { WatchCourse } from './watch-course.tsx'
import { useWatchedCourse } from './watch-data.ts'
import styles from './watch-video.module.css'

/** Specification section 2, /watch-video/{playlistId}/{videoId}: the video, likes, comments, and the playlist beside it. */
export function Component() {
  const { playlistId = '', videoId: courseId = '' } = useParams()
  const { course, playlist, progress, visibleCourse, missing, waiting, viewer } = useWatchedCourse({
    playlistId,
    courseId,
  })

  return (
    <>
      <ScreenTitle screen={visibleCourse?.videoTitle ?? 'Watch video'} unlisted />
      {waiting && <WatchSkeleton />}
      {missing && (
        <CourseMissing
          error={missing}
          onRetry={course.refetch}
          action={
            <LinkButton to="/courses" variant="primary">
              Browse courses
            </LinkButton>
          }
        />
      )}
      {visibleCourse && (
        <WatchCourse
          course={visibleCourse}
          playlist={playlist.data}
          progress={progress.data}
          viewer={viewer}
        />
      )}
    </>
  )
}

function WatchSkeleton() {
  return (
    <Loading what="video">
      <div className={styles.watch}>
        <div className={styles.player}>
          <PictureSkeleton />
          <div className={styles.barSpace} />
        </div>
        <div className={styles.head}>
          <Skeleton shape="heading" />
        </div>
        <div className={styles.rail}>
          <Skeleton shape="rail" />
        </div>
        <div className={styles.tabs}>
          <LineSkeletons count={3} />
        </div>
      </div>
    </Loading>
  )
}
