import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { Ranges } from '#contract/learning/progress.ts'
import type { FaultCode } from '#contract/video/player.ts'
import type { Video } from '#contract/video/video.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { EndCard } from './end-card.tsx'
import type { Engine, Playback } from './engine.ts'
import { FaultCard } from './fault-card.tsx'
import { type Host, hostOf } from './hosts.ts'
import type { PlayerCommands } from './keys.ts'
import styles from './player.module.css'
import type { PlayerProps } from './player-props.ts'
import { POSTER_SIZES, Poster } from './poster.tsx'
import type { usePlayback } from './use-playback.ts'

const FileVideo = lazyPart(async () => (await import('./file-video.tsx')).FileVideo)

export interface StartOptions {
  /** The parts to play, one after the other; all of it without them. */
  parts?: Ranges | undefined
  /** The host shows its own controls, and we learn nothing of the playback. */
  ownControls?: boolean
}

export interface PlayerPictureProps extends Omit<PlayerProps, 'commands'> {
  commands: PlayerCommands
  playback: ReturnType<typeof usePlayback>
  startAt: (seconds: number, how?: StartOptions) => void
  takesFocus: boolean
}

/** The picture, or what takes its place. */
export function PlayerPicture({ playback, startAt, takesFocus, ...props }: PlayerPictureProps) {
  const { course, video, category, settings, onSettings, next } = props
  const { phase, now } = playback
  const host = hostOf(video)
  const { startsAt: first = 0 } = video
  const faultCard = (code: FaultCode) => <PictureFault {...props} {...{ code, playback, startAt }} />
  switch (phase.name) {
    case 'poster':
      return (
        <Poster
          {...{ course, category, first }}
          start={props.start}
          onStart={(at, parts) => startAt(at, { parts })}
        />
      )
    case 'video':
      if (host === undefined) {
        return phase.silence ? (
          faultCard(phase.silence)
        ) : (
          <>
            <Suspense>
              <FileVideo
                key={phase.load}
                video={video}
                title={course.videoTitle}
                poster={course.tutorialImage.url}
                at={phase.at}
                commands={props.commands}
                onReport={playback.handleReport}
                onExpired={props.onExpired}
              />
            </Suspense>
            {!now.hasFrame && <Cover course={course} category={category} />}
          </>
        )
      }
      return (
        <>
          <HostFrame
            key={phase.load}
            host={host}
            video={video}
            title={course.videoTitle}
            at={phase.at}
            ownControls={phase.ownControls}
            hidden={phase.silence !== undefined}
            onReport={playback.handleReport}
          />
          {phase.silence && faultCard(phase.silence)}
        </>
      )
    case 'ended':
      return (
        <EndCard
          next={next}
          unfinished={props.unfinished}
          playlist={props.playlist}
          category={category}
          autoplay={settings.autoplay}
          takesFocus={takesFocus}
          onAutoplay={(autoplay) => onSettings({ autoplay })}
          onNext={props.commands.next}
          onReplay={() => startAt(first)}
        />
      )
    case 'fault':
      return faultCard(phase.code)
  }
}

type PictureFaultProps = Omit<PlayerPictureProps, 'takesFocus'> & { code: FaultCode }

function PictureFault({ code, playback: { now }, startAt, video, next, ...props }: PictureFaultProps) {
  return (
    <FaultCard
      code={code}
      video={video}
      hasStoredVideos={props.hasStoredVideos === true}
      onNext={next && props.commands.next}
      onRetry={() => startAt(now.time)}
      onTell={props.onTell}
      isTold={props.isTold === true}
      onOwnControls={() => startAt(now.time, { ownControls: true })}
    />
  )
}

/** The picture of the poster, until the video shows its own first one. */
function Cover({ course: { tutorialImage, playlist }, category }: Pick<PlayerProps, 'course' | 'category'>) {
  return (
    <div className={styles.cover}>
      <Picture
        image={tutorialImage}
        sizes={POSTER_SIZES}
        priority
        fallback={{ category, seed: playlist._id }}
      />
    </div>
  )
}

const ALLOWED = 'accelerometer; autoplay; encrypted-media; gyroscope; picture-in-picture; fullscreen'

interface HostFrameProps {
  host: Host
  video: Video
  title: string
  /** Where playback starts, in seconds. */
  at: number
  /** The host shows its own controls and is not controlled by us. */
  ownControls: boolean
  hidden: boolean
  onReport: (engine: Engine, now: Playback) => void
}

/** The host's player. It starts at once, because it is rendered after the user has asked for it. */
function HostFrame({ host, video, title, at, ownControls, hidden, onReport }: HostFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const handleReport = useEffectEvent(onReport)
  useEffect(() => {
    if (frame.current === null || ownControls) return
    const engine = host.connect(frame.current)
    engine.on((now) => handleReport(engine, now))
    return () => engine.destroy()
  }, [host, ownControls])
  return (
    <iframe
      ref={frame}
      className={styles.host}
      hidden={hidden}
      src={host.embedAddress(video, { at, ownControls })}
      title={title}
      allow={ALLOWED}
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
