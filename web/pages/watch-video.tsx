import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import type { Course } from '#contract/courses.ts'
import type { CourseEvent } from '#contract/events.ts'
import type { Playlist } from '#contract/playlists.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { courseEvents } from '#web/core/live.ts'
import { useCurrentUser, useSession } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { CommentList } from '#web/features/comments/comment-list.tsx'
import { applyCommentEvent, COMMENTS } from '#web/features/comments/thread.ts'
import { CourseMissing } from '#web/features/courses/course-missing.tsx'
import { CoursePlayer } from '#web/features/courses/course-player.tsx'
import { CourseRail, watchAddress } from '#web/features/courses/course-rail.tsx'
import { COURSE, type CourseAddress, courseOf } from '#web/features/courses/watching.queries.ts'
import { LikeButton } from '#web/features/likes/like-button.tsx'
import { applyLikes } from '#web/features/likes/likes.queries.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { playlistOf } from '#web/features/playlists/playlists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { LineSkeletons, PictureSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import styles from './watch-video.module.css'

/** Specification section 2, /watch-video/{playlistId}/{videoId}: the video, likes, comments, and the playlist beside it. */
export function Component() {
  const { playlistId = '', videoId: courseId = '' } = useParams()
  const { course, playlist, visibleCourse, missing, waiting } = useWatchedCourse({ playlistId, courseId })

  return (
    <>
      <ScreenTitle screen={visibleCourse?.videoTitle ?? 'Watch video'} unlisted />
      {waiting && (
        <Loading what="video">
          <div className={styles.watch}>
            <div className={styles.about}>
              <div className={styles.picture}>
                <PictureSkeleton />
              </div>
              <div className={styles.head}>
                <Skeleton shape="heading" />
              </div>
              <Skeleton shape="owner" />
              <LineSkeletons count={3} />
            </div>
            <div className={styles.rail}>
              <Skeleton shape="rail" />
            </div>
          </div>
        </Loading>
      )}
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
        <div className={styles.watch}>
          <div className={styles.about}>
            <CoursePlayer
              key={visibleCourse._id}
              course={visibleCourse}
              category={playlist.data?.category ?? ''}
            />
            <AboutCourse course={visibleCourse} />
          </div>
          {playlist.data && (
            <div className={styles.rail}>
              <CourseRail playlist={playlist.data} courseId={courseId} />
            </div>
          )}
          <div className={styles.below}>
            {playlist.data && <Neighbours playlist={playlist.data} courseId={courseId} />}
            <CommentList
              key={`comments of ${courseId}`}
              courseId={courseId}
              teacherId={visibleCourse.teacher._id}
            />
          </div>
        </div>
      )}
    </>
  )
}

/** The course, its playlist and its live events. */
function useWatchedCourse({ playlistId, courseId }: CourseAddress) {
  const call = useCall()
  const user = useCurrentUser()
  const viewer = viewerKey(user)
  const course = useQuery({
    ...courseOf(call, viewer, { playlistId, courseId }),
    enabled: user !== null,
  })
  const playlist = useQuery({
    ...playlistOf(call, playlistId, viewer),
    enabled: user !== null,
    throwOnError: false,
    meta: {},
  })
  // The course waits for the playlist, which would otherwise push the comments down when it arrives.
  const waiting = course.isPending || (course.data !== undefined && playlist.isPending)
  const missing = missingError(course)
  const visibleCourse = waiting || missing ? undefined : course.data
  useCourseEvents(user === null ? undefined : course.data?._id)
  return { course, playlist, visibleCourse, missing, waiting }
}

/** A course that was withdrawn while it was open stays in the cache, but is no longer rendered. */
function missingError({ data, error }: { data?: Course; error: Error | null }): Error | undefined {
  return error && (!data || isNotFound(error)) ? error : undefined
}

function AboutCourse({ course }: { course: Course }) {
  const { teacher, createdAt } = course
  return (
    <>
      <div className={styles.head}>
        <h1 dir="auto">{course.videoTitle}</h1>
        <LikeButton course={course} />
      </div>
      <div className={styles.by}>
        <div className={styles.teacher}>
          <Avatar user={teacher} size={44} />
          <div>
            <b dir="auto">{teacher.username}</b>
            <span>
              {teacher.role} ·{' '}
              <time className="num" dateTime={createdAt}>
                {createdAt.slice(0, 10)}
              </time>
            </span>
          </div>
        </div>
        <LinkButton to={`/teacher-profile/${teacher._id}`}>View profile</LinkButton>
      </div>
      <div className={styles.description}>
        <LongText key={course._id}>{course.description}</LongText>
      </div>
    </>
  )
}

/** The previous and the next video of the playlist. */
function Neighbours({ playlist, courseId }: { playlist: Playlist; courseId: string }) {
  const { courses, _id } = playlist
  const here = courses.findIndex((course) => course._id === courseId)
  const previous = here > 0 ? courses[here - 1] : undefined
  const next = here >= 0 ? courses[here + 1] : undefined
  if (!(previous || next)) return null
  return (
    <nav className={styles.neighbours} aria-label="Videos of this playlist">
      {previous && (
        <LinkButton
          to={watchAddress(_id, previous._id)}
          aria-label={`Previous video: ${previous.videoTitle}`}
        >
          <Icon name="chevron-left" />
          Previous
        </LinkButton>
      )}
      {next && (
        <LinkButton
          className={styles.next}
          to={watchAddress(_id, next._id)}
          aria-label={`Next video: ${next.videoTitle}`}
        >
          Next
          <Icon name="chevron-right" />
        </LinkButton>
      )}
    </nav>
  )
}

/** Applies the live events of this course while this screen is open. */
function useCourseEvents(courseId: string | undefined): void {
  const cache = useQueryClient()
  const session = useSession()
  useEffect(() => {
    if (courseId === undefined) return
    const controller = new AbortController()
    const send = (path: string, init: RequestInit) => fetch(path, init)
    const applyEvent = (event: CourseEvent) => {
      applyCommentEvent(cache, event)
      if (event.type === 'likes.changed') applyLikes(cache, courseId, event.likesCount)
      if (event.type === 'reset') void cache.invalidateQueries({ queryKey: [COMMENTS, courseId] })
    }
    const listen = async () => {
      for await (const event of courseEvents({ send, session }, courseId, controller.signal))
        applyEvent(event)
      // The server rejected the stream. The refetched course says why.
      if (!controller.signal.aborted) await cache.invalidateQueries({ queryKey: [COURSE, courseId] })
    }
    void listen()
    return () => controller.abort()
  }, [cache, courseId, session])
}
