import { useEffect, useRef } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import type { PlayedVideo } from '#web/features/review/desk/item-video.tsx'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'

const START = { at: 0, label: 'Play' }
const nothing = () => undefined

type ReviewPlayerProps = Omit<PlayedVideo, 'key' | 'onTime' | 'notes' | 'seekRef' | 'next' | 'onNext'> &
  Partial<Pick<PlayedVideo, 'onTime' | 'notes' | 'seekRef' | 'next' | 'onNext'>>

/** A video under review: nothing of it is recorded, and the keys belong to the page. */
export function ReviewPlayer({
  title,
  image,
  video,
  durationSeconds,
  category,
  starts,
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
      start={START}
      autoStart={starts}
      notes={notes}
      next={next}
      shortcuts={false}
      onReport={({ at }) => onTime?.(at)}
      onFault={nothing}
      onExpired={async () => (await call('uploads.video', { params: { videoId: video.key } })).master}
      onNext={onNext}
      controlRef={control}
    />
  )
}
