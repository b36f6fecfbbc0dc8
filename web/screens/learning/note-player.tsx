import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { videoOf } from '#web/features/catalog/courses/course-video.ts'
import { courseOf, useMasterAgain } from '#web/features/catalog/courses/watching.queries.ts'
import type { NotedSecond } from '#web/features/review/submission/decision.tsx'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import styles from './note-player.module.css'

interface NotePlayerProps {
  playlistId: string
  category: string
  noted: NotedSecond
}

const nothing = () => undefined

/** Plays the video of a review note at its second. Nothing is recorded. */
export function NotePlayer({ playlistId, category, noted }: NotePlayerProps) {
  const { courseId, seconds, video, marks, press } = noted
  const viewer = viewerKey(useCurrentUser())
  const { settings, change } = usePlayerSettings(viewer)
  const course = useQuery(courseOf(useCall(), viewer, { playlistId, courseId })).data
  const masterAgain = useMasterAgain(viewer, { playlistId, courseId })
  const [theatre, setTheatre] = useState(false)
  const control = useRef<PlayerControl>(null)
  const isLoaded = course !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press seeks, also one at the same second
  useEffect(() => {
    if (isLoaded && press > 0) control.current?.seek(seconds)
  }, [isLoaded, courseId, press, seconds])

  if (!course) {
    return (
      <Loading what="video">
        <PictureSkeleton />
      </Loading>
    )
  }
  return (
    <div className={styles.player}>
      <Player
        key={courseId}
        course={course}
        video={video ?? videoOf(course)}
        category={category}
        settings={{ ...settings, autoplay: false }}
        onSettings={change}
        start={{ at: seconds, label: 'Play' }}
        marks={{ notes: marks }}
        next={undefined}
        playlist={{ title: course.playlist.title, address: `/playlist-details/${playlistId}`, isDone: false }}
        theatre={theatre}
        onTheatre={setTheatre}
        onReport={nothing}
        onFault={nothing}
        onExpired={masterAgain}
        controlRef={control}
      />
      <p className={styles.title} dir="auto">
        {course.videoTitle}
      </p>
      <p className={styles.help}>The marks under the video are the notes. Press one to jump there.</p>
    </div>
  )
}
