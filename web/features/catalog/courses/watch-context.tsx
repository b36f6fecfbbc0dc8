import { createContext, type ReactNode, type RefObject, use, useMemo, useRef } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { PlaylistProgress } from '#contract/learning/progress.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'
import type { ComposedVideo } from '#web/ui/form/second-row.tsx'
import { videoOf } from './course-video.ts'
import { WrittenSecondsProvider } from './written-seconds.tsx'

interface Watched {
  course: Course
  /** Absent when it cannot be loaded. */
  playlist: Playlist | undefined
  /** Absent when it cannot be loaded. */
  progress: PlaylistProgress | undefined
  viewer: string
  /** False in a preview: nothing that is watched counts. */
  records: boolean
}

interface Watch extends Watched {
  player: PlayerHandle
}

/** The player of the page. The same object on every render: the position is read, because it changes all the time. */
interface PlayerHandle {
  control: RefObject<PlayerControl | null>
  /** The element around the player. */
  area: RefObject<HTMLDivElement | null>
  position: () => number
  /** Moves the video, and scrolls to it. */
  seek: (seconds: number) => void
}

const WatchContext = createContext<Watch | null>(null)

/** What every part of a watch page needs: the course, the user's progress, and the player. */
export function useWatch(): Watch {
  const watch = use(WatchContext)
  if (watch === null) throw new Error('useWatch is called outside WatchProvider.')
  return watch
}

/** The video that notes and comments of this page are about. */
export function useComposedVideo(): ComposedVideo {
  const { course, player } = useWatch()
  return {
    key: videoKeyOf(videoOf(course)),
    duration: course.durationSeconds ?? null,
    position: player.position,
  }
}

interface WatchProviderProps extends Watched {
  children: ReactNode
}

export function WatchProvider({ children, course, playlist, progress, viewer, records }: WatchProviderProps) {
  const player = usePlayerHandle()
  const watch = useMemo(
    () => ({ course, playlist, progress, viewer, records, player }),
    [course, playlist, progress, viewer, records, player],
  )
  return (
    <WatchContext value={watch}>
      <WrittenSecondsProvider>{children}</WrittenSecondsProvider>
    </WatchContext>
  )
}

/** A handle for the player of a page: where it is, and moving it. */
export function usePlayerHandle(): PlayerHandle {
  const control = useRef<PlayerControl>(null)
  const area = useRef<HTMLDivElement>(null)
  return useMemo(
    () => ({
      control,
      area,
      position: () => control.current?.position() ?? 0,
      seek(seconds) {
        control.current?.seek(seconds)
        area.current?.scrollIntoView({ block: 'nearest' })
      },
    }),
    [],
  )
}
