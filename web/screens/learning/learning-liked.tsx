import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { likedCoursesOf } from '#web/features/reactions/like-list.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LearningList } from './learning-list.tsx'
import { LearningRow, LearningRows } from './learning-row.tsx'

/** /learning/liked: the videos that the user likes, newest like first. */
export function Component() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...likedCoursesOf(useCall(), viewerKey(user)), enabled: user !== null })
  const courses = list.data?.pages.flatMap((page) => page.courses) ?? []
  return (
    <>
      <ScreenTitle screen="Liked" unlisted />
      <LearningList
        what="liked videos"
        list={list}
        count={courses.length}
        empty={{
          drawing: 'saved',
          title: 'No liked videos yet.',
          help: 'Press Like below a video and it is listed here.',
        }}
      >
        <LearningRows>
          {courses.map((course) => (
            <LearningRow
              key={course._id}
              course={course}
              playlist={course.playlist}
              detail={<bdi>{course.teacher.username}</bdi>}
            />
          ))}
        </LearningRows>
      </LearningList>
    </>
  )
}
