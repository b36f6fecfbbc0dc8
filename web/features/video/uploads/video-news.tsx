import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { CourseVideoState } from '#contract/video/uploads.ts'
import { useUserEvents } from '#web/core/use-user-events.ts'

/** What the live events of this tab have said last, by the id of the video. */
const news = new Map<string, CourseVideoState>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How far a video is by now; `known` is what its course said. */
export function useVideoState(known: CourseVideoState | undefined): CourseVideoState | undefined {
  const read = () => (known && news.get(known._id)) ?? known
  return useSyncExternalStore(subscribe, read, () => known)
}

/** The states of some videos by now, by id. They change less often than the progress. */
export function useVideoStates(known: readonly CourseVideoState[]): ReadonlyMap<string, string> {
  const read = () => known.map((video) => `${video._id} ${(news.get(video._id) ?? video).state}`).join()
  const states = useSyncExternalStore(subscribe, read, read)
  return useMemo(() => {
    const pairs = states.split(',').map((pair) => pair.split(' '))
    return new Map(pairs.map(([id = '', state = '']) => [id, state]))
  }, [states])
}

const isMoving = ({ state }: CourseVideoState) => state === 'queued' || state === 'working'

/** Receives the news of the videos of this teacher. What a video changes of its course is read again when it is ready. */
export function VideoNews({ onNews }: { onNews?: (event: CourseVideoState | 'missed') => void }) {
  const cache = useQueryClient()
  useUserEvents((event) => {
    if (event.type === 'reset') {
      news.clear()
      onNews?.('missed')
      void cache.invalidateQueries()
    }
    if (event.type !== 'video') return
    const { video } = event
    const before = news.get(video._id)
    news.set(video._id, video)
    for (const listener of listeners) listener()
    onNews?.(video)
    if (before?.state !== video.state && (before === undefined || !isMoving(video)))
      void cache.invalidateQueries()
  })
  return null
}

interface Courses {
  courses: readonly { videoState?: CourseVideoState | undefined }[]
}

/** The same while the video of one of these courses is being prepared. */
export function CourseVideoNews({ courses }: Courses) {
  return courses.some(({ videoState }) => videoState && isMoving(videoState)) ? <VideoNews /> : null
}
