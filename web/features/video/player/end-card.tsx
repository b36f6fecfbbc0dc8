import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ImageRef } from '#contract/media/media.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './end-card.module.css'

export interface NextVideo {
  title: string
  image: ImageRef
  /** Of the drawn cover. */
  seed: string
  /** `4 of 12 · 10:16` */
  detail: string
}

/** The first video of the playlist that is not done, offered after the last one. */
export interface UnfinishedVideo extends NextVideo {
  onPlay: () => void
}

export interface PlaylistEnd {
  title: string
  address: string
  /** Every video of it is done. */
  isDone: boolean
  /** What the user keeps of it then. */
  finished?: string
}

interface EndCardProps {
  next: NextVideo | undefined
  unfinished: UnfinishedVideo | undefined
  playlist: PlaylistEnd | undefined
  category: string
  autoplay: boolean
  /** The focus was in the player when the video ended. */
  takesFocus: boolean
  onAutoplay: (autoplay: boolean) => void
  onNext: () => void
  onReplay: () => void
}

/** Replaces the picture when the video has ended. */
export function EndCard(props: EndCardProps) {
  const { takesFocus } = props
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) card.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div ref={card} className={styles.card}>
      {props.next ? <UpNext {...props} next={props.next} /> : <LastVideo {...props} />}
    </div>
  )
}

function UpNext({
  next,
  category,
  autoplay,
  onAutoplay,
  onNext,
  onReplay,
}: EndCardProps & { next: NextVideo }) {
  const [cancelled, setCancelled] = useState(false)
  const isCounting = autoplay && !cancelled
  const seconds = useCountdown(isCounting, onNext)
  return (
    <>
      <Thumb radius="lg" className={styles.thumb}>
        <Picture image={next.image} sizes="400px" fallback={{ category, seed: next.seed }} />
      </Thumb>
      <div className={styles.text}>
        <h2>
          Up next: <span dir="auto">{next.title}</span>
        </h2>
        <p className="num">{isCounting ? `Playing in ${seconds} s` : next.detail}</p>
      </div>
      <div className={styles.buttons}>
        <Button variant="panelPrimary" size="lg" onClick={onNext}>
          <Icon name="next" />
          {isCounting ? 'Play now' : 'Next video'}
        </Button>
        {isCounting && (
          <Button variant="panel" size="lg" onClick={() => setCancelled(true)}>
            Cancel
          </Button>
        )}
        <Replay onReplay={onReplay} />
      </div>
      <div className={styles.autoplay}>
        <Switch checked={autoplay} onChange={onAutoplay}>
          Autoplay next video
        </Switch>
      </div>
    </>
  )
}

function LastVideo(props: EndCardProps) {
  const { playlist, unfinished, onReplay } = props
  if (unfinished && !playlist?.isDone) return <Unfinished {...props} unfinished={unfinished} />
  return (
    <div className={styles.last}>
      <h2>
        {playlist?.isDone ? (
          <>
            You finished <span dir="auto">{playlist.title}</span>.
          </>
        ) : (
          LAST
        )}
      </h2>
      <div className={styles.buttons}>
        {playlist && <PlaylistLink playlist={playlist} />}
        {playlist?.isDone && playlist.finished !== undefined && (
          <LinkButton variant="panel" size="lg" to={playlist.finished}>
            What you keep
          </LinkButton>
        )}
        {!playlist?.isDone && <Replay onReplay={onReplay} />}
      </div>
    </div>
  )
}

const LAST = 'This was the last video.'

function Unfinished({
  unfinished: { title, image, seed, detail, onPlay },
  category,
  playlist,
  onReplay,
}: EndCardProps & { unfinished: UnfinishedVideo }) {
  return (
    <>
      <Thumb radius="lg" className={styles.thumb}>
        <Picture image={image} sizes="400px" fallback={{ category, seed }} />
      </Thumb>
      <div className={styles.text}>
        <h2>{LAST}</h2>
        <p>
          Not finished yet: <b dir="auto">{title}</b>
        </p>
        <p className="num">{detail}</p>
      </div>
      <div className={styles.buttons}>
        <Button variant="panelPrimary" size="lg" onClick={onPlay}>
          <Icon name="play" />
          Watch it
        </Button>
        {playlist && <PlaylistLink playlist={playlist} variant="panel" />}
        <Replay onReplay={onReplay} />
      </div>
    </>
  )
}

interface PlaylistLinkProps {
  playlist: PlaylistEnd
  variant?: 'panel' | 'panelPrimary'
}

function PlaylistLink({ playlist, variant = 'panelPrimary' }: PlaylistLinkProps) {
  return (
    <LinkButton variant={variant} size="lg" to={playlist.address}>
      Back to the playlist
    </LinkButton>
  )
}

function Replay({ onReplay }: { onReplay: () => void }) {
  return (
    <Button variant="panel" size="lg" onClick={onReplay}>
      <Icon name="replay" />
      Replay
    </Button>
  )
}

const SECONDS = 7

/** Counts down while `active`, and calls `onEnd` once at zero. */
function useCountdown(active: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(SECONDS)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!active) return
    let seconds = SECONDS
    setLeft(seconds)
    const timer = setInterval(() => {
      seconds -= 1
      setLeft(Math.max(0, seconds))
      if (seconds > 0) return
      clearInterval(timer)
      end()
    }, 1000)
    return () => clearInterval(timer)
  }, [active])
  return left
}
