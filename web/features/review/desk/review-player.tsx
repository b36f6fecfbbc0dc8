import { type RefObject, useEffect, useRef } from 'react'
import type { ImageRef } from '#contract/media/media.ts'
import type { Video } from '#contract/video/video.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'

const nothing = () => undefined

/** Gets what moves the player to a second. */
export type SeekRef = RefObject<((seconds: number) => void) | null>

interface ReviewPlayerProps {
  title: string
  image: ImageRef
  video: Video
  durationSeconds: number | null
  category: string
  /** The admin has pressed this video, so it starts at once, from this second. */
  startsAt: number | undefined
  /** Where notes are. */
  notes?: readonly number[]
  onTime?: (seconds: number) => void
  next?: { title: string; image: ImageRef; seed: string; detail: string } | undefined
  onNext?: () => void
  seekRef?: SeekRef
}

/** A video under review: nothing of it is recorded, and the keys belong to the page. */
export function ReviewPlayer({
  title,
  image,
  video,
  durationSeconds,
  category,
  startsAt,
  ...rest
}: ReviewPlayerProps) {
  const { onTime, notes, seekRef, next, onNext = nothing } = rest
  const { settings, change } = usePlayerSettings(viewerKey(useCurrentUser()))
  const call = useCall()
  const control = useRef<PlayerControl>(null)
  useEffect(() => {
    if (seekRef === undefined) return
    seekRef.current = (seconds) => control.current?.seek(seconds)
    return () => {
      seekRef.current = null
    }
  }, [seekRef])
  return (
    <Player
      course={{ videoTitle: title, tutorialImage: image, durationSeconds, playlist: { _id: video.key } }}
      video={video}
      category={category}
      settings={settings}
      onSettings={change}
      start={{ at: startsAt ?? 0, label: 'Play' }}
      autoStart={startsAt !== undefined}
      marks={{ notes }}
      next={next}
      shortcuts={false}
      onReport={({ at }) => onTime?.(at)}
      onFault={nothing}
      onExpired={async () => (await call('uploads.video', { params: { videoId: video.key } })).master}
      commands={{ next: onNext }}
      controlRef={control}
    />
  )
}
