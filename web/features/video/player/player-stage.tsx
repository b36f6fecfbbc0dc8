import { Suspense } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { PictureWords } from './picture-words.tsx'
import styles from './player.module.css'
import { PlayerCaptions } from './player-captions.tsx'
import { PlayerPicture, type PlayerPictureProps } from './player-picture.tsx'
import type { Flash } from './use-flash.ts'

const StoryboardPreview = lazyPart(async () => (await import('./storyboard-preview.tsx')).StoryboardPreview)
const FullScreenHead = lazyPart(async () => (await import('./full-screen-head.tsx')).FullScreenHead)

interface PlayerStageProps extends PlayerPictureProps {
  /** The video is an uploaded one, so that words, captions and controls may lie over its picture. */
  isOwn: boolean
  isFullScreen: boolean
  /** What is said while it loads. */
  words: string | undefined
  flash: Flash | undefined
  /** The second under the pointer on the slider. */
  pointed: number | undefined
}

/** The picture with everything over it, and the captions. */
export function PlayerStage(props: PlayerStageProps) {
  const { course, video, next, settings, commands, playback, isOwn, isFullScreen, pointed } = props
  const isOver = isOwn && settings.captionsPlace === 'over'
  return (
    <>
      <div className={styles.picture}>
        <PlayerPicture {...props} />
        {isOwn && <PictureWords loading={props.words} flash={props.flash} />}
        {isOwn && isFullScreen && (
          <Suspense>
            <FullScreenHead
              title={course.videoTitle}
              onNext={next && playback.phase.name !== 'ended' ? commands.next : undefined}
              onExit={commands.fullScreen}
            />
          </Suspense>
        )}
        {pointed !== undefined && video.master !== undefined && video.storyboard && (
          <Suspense>
            <StoryboardPreview
              master={video.master}
              storyboard={video.storyboard}
              at={pointed}
              duration={playback.now.duration}
            />
          </Suspense>
        )}
        {isOver && <PlayerCaptions {...props} isOver />}
      </div>
      {!isOver && <PlayerCaptions {...props} isOver={false} />}
    </>
  )
}
