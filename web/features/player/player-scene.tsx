import { EndCard } from './end-card.tsx'
import { FaultCard } from './fault-card.tsx'
import { HostFrame } from './host-frame.tsx'
import type { PlayerProps } from './player.tsx'
import { Poster } from './poster.tsx'
import type { usePlayback } from './use-playback.ts'

interface PlayerSceneProps extends PlayerProps {
  playback: ReturnType<typeof usePlayback>
  startAt: (seconds: number) => void
  takesFocus: boolean
}

/** The picture, or what takes its place. */
export function PlayerScene({ playback, startAt, takesFocus, ...props }: PlayerSceneProps) {
  const { course, video, category, settings, onSettings, next, onNext } = props
  const { scene, now } = playback
  switch (scene.name) {
    case 'poster':
      return <Poster course={course} category={category} start={props.start} onStart={startAt} />
    case 'video':
      return (
        <HostFrame
          key={scene.load}
          video={video}
          title={course.videoTitle}
          at={scene.at}
          ownControls={scene.ownControls}
          onReport={playback.hear}
        />
      )
    case 'ended':
      return (
        <EndCard
          next={next}
          playlist={props.playlist}
          category={category}
          autoplay={settings.autoplay}
          takesFocus={takesFocus}
          onAutoplay={(autoplay) => onSettings({ autoplay })}
          onNext={onNext}
          onReplay={() => startAt(0)}
        />
      )
    case 'fault':
      return (
        <FaultCard
          code={scene.code}
          video={video}
          onNext={next && onNext}
          onRetry={() => startAt(now.time)}
        />
      )
  }
}
