import type { FaultCode } from '#contract/video/player.ts'
import { isSilence, type Silence } from '#contract/video/silence.ts'
import { STILL_PREPARED } from '#contract/video/upload-messages.ts'
import type { Video } from '#contract/video/video.ts'
import { Button, OutsideLinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './fault-card.module.css'
import { ANSWER_LIMIT_MS, LOAD_LIMIT_MS } from './frame-channel.ts'
import { hostOf } from './hosts.ts'

interface FaultCardProps {
  code: FaultCode
  video: Video
  /** Other videos of the playlist are stored on this site. */
  hasStoredVideos: boolean
  /** Absent at the last video. */
  onNext: (() => void) | undefined
  onRetry: () => void
  /** Reports the video. Absent for its teacher and in a preview. */
  onTell: (() => void) | undefined
  isTold: boolean
  /** Plays the video with the controls of its host. */
  onOwnControls: () => void
}

/** Says why the video does not play, in the place of the picture, and what the user can do. */
export function FaultCard(props: FaultCardProps) {
  const { code, video, hasStoredVideos, onOwnControls } = props
  const host = hostOf(video)
  const text = FAULTS[code].text.replace('{host}', host?.name ?? 'This site')
  const isBlocked = host !== undefined && isSilence(code)
  return (
    <div className={styles.card} role="alert">
      <span className={styles.sign}>
        <Icon name="video-off" size="lg" />
      </span>
      <h2>{(code === 'not-ready' && video.fault) || text}</h2>
      {isBlocked && <p>{keptText(code, hasStoredVideos)}</p>}
      <FaultButtons {...props} />
      {isBlocked && (
        <button type="button" className={styles.own} onClick={onOwnControls}>
          Play it in {host.name}’s own player, without progress
        </button>
      )}
    </div>
  )
}

function FaultButtons({ code, video, onNext, onRetry, onTell, isTold }: FaultCardProps) {
  const host = hostOf(video)
  const { action } = FAULTS[code]
  return (
    <div className={styles.buttons}>
      {onNext && (
        <Button variant="panelPrimary" onClick={onNext}>
          <Icon name="next" />
          Next video
        </Button>
      )}
      {onTell && (
        <Button variant="panel" aria-disabled={isTold || undefined} onClick={() => !isTold && onTell()}>
          {isTold ? 'Reported' : 'Tell the teacher'}
        </Button>
      )}
      {action === 'try again' && (
        <Button variant="panel" onClick={onRetry}>
          <Icon name="refresh" />
          Try again
        </Button>
      )}
      {action === 'watch there' && host && (
        <OutsideLinkButton variant="panel" href={host.pageAddress(video)}>
          Watch on {host.name}
        </OutsideLinkButton>
      )}
    </div>
  )
}

function keptText(code: Silence, hasStoredVideos: boolean): string {
  const seconds = (code === 'no-messages' ? ANSWER_LIMIT_MS : LOAD_LIMIT_MS) / 1000
  const stored = hasStoredVideos ? ' Videos of this playlist that are stored on this site still play.' : ''
  return `We waited ${seconds} seconds. Your progress is kept.${stored}`
}

interface Fault {
  /** `{host}` is the name of the video's host. */
  text: string
  action: 'watch there' | 'try again' | 'none'
}

const NOT_STARTED: Fault = { text: 'The video could not be started.', action: 'try again' }
const NOT_ALLOWED: Fault = {
  text: 'The owner of this video does not allow it to be played here.',
  action: 'watch there',
}
const BLOCKED: Fault = {
  text: '{host} is not responding. It may be blocked on your network.',
  action: 'try again',
}

/** What the user reads for each fault. */
const FAULTS: Readonly<Record<FaultCode, Fault>> = {
  '100': { text: 'This video was removed by its owner.', action: 'none' },
  '101': NOT_ALLOWED,
  '150': NOT_ALLOWED,
  '153': NOT_STARTED,
  '2': NOT_STARTED,
  '5': NOT_STARTED,
  vimeo: NOT_STARTED,
  file: NOT_STARTED,
  'not-ready': { text: STILL_PREPARED, action: 'try again' },
  'not-loaded': BLOCKED,
  'no-messages': BLOCKED,
}
