import { useQuery } from '@tanstack/react-query'
import type { Course } from '#contract/catalog/courses.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { courseOf, useMasterAgain } from './watching.queries.ts'

interface CoursePlayerProps {
  course: Course
  category: string
  /** Called with the second that the video is at. */
  onSecond: (second: number) => void
}

const nothing = () => undefined

/** Plays the video of an own course that is online, beside a form. Nothing is recorded. */
export function CoursePlayer({ course, category, onSecond }: CoursePlayerProps) {
  const viewer = viewerKey(useCurrentUser())
  const place = { playlistId: course.playlist._id, courseId: course._id }
  const { settings, change } = usePlayerSettings(viewer)
  const online = useQuery(courseOf(useCall(), viewer, place)).data
  const masterAgain = useMasterAgain(viewer, place)
  if (!online?.video)
    return (
      <Loading what="video">
        <PictureSkeleton />
      </Loading>
    )
  return (
    <Player
      course={online}
      video={online.video}
      category={category}
      settings={{ ...settings, autoplay: false }}
      onSettings={change}
      start={{ at: 0, label: 'Play' }}
      next={undefined}
      shortcuts={false}
      onReport={({ at }) => onSecond(Math.floor(at))}
      onFault={nothing}
      onExpired={masterAgain}
    />
  )
}
