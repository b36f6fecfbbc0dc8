import type { FaultCode } from '#contract/video/player.ts'
import { STILL_PREPARED } from '#contract/video/upload-messages.ts'
import type { Video } from '#contract/video/video.ts'
import { Button, OutsideLinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './fault-card.module.css'
import { hostOf } from './hosts.ts'

interface FaultCardProps {
  code: ShownFault
  video: Video
  /** Absent at the last video. */
  onNext: (() => void) | undefined
  onRetry: () => void
  /** Reports the video. Absent for its teacher and in a preview. */
  onTell: (() => void) | undefined
  isTold: boolean
}

/** Says why the video does not play, in the place of the picture. */
export function FaultCard({ code, video, onNext, onRetry, onTell, isTold }: FaultCardProps) {
  const host = hostOf(video)
  const { text, action } = faultText(code, host?.name ?? 'This site')
  return (
    <div className={styles.card} role="alert">
      <Icon name="alert-circle" size="lg" />
      <p>{(code === 'not-ready' && video.fault) || text}</p>
      <div className={styles.buttons}>
        {action === 'try again' && <Button onClick={onRetry}>Try again</Button>}
        {action === 'watch there' && host && (
          <OutsideLinkButton href={host.pageAddress(video)}>Watch on {host.name}</OutsideLinkButton>
        )}
        {onTell && (
          <Button aria-disabled={isTold || undefined} onClick={() => !isTold && onTell()}>
            {isTold ? 'Reported' : 'Tell the teacher'}
          </Button>
        )}
        {onNext && (
          <Button variant="primary" onClick={onNext}>
            <Icon name="next" />
            Next video
          </Button>
        )}
      </div>
    </div>
  )
}

interface FaultText {
  /** `{host}` is the name of the video's host. */
  text: string
  action: 'watch there' | 'try again' | 'none'
}

const NOT_STARTED: FaultText = { text: 'The video could not be started.', action: 'try again' }
const NOT_ALLOWED: FaultText = {
  text: 'The owner of this video does not allow it to be played here.',
  action: 'watch there',
}

/** What the user reads for each fault; a frame without messages is played with its own controls instead. */
const FAULTS: Readonly<Record<Exclude<FaultCode, 'no-messages'>, FaultText>> = {
  '100': { text: 'This video was removed by its owner.', action: 'none' },
  '101': NOT_ALLOWED,
  '150': NOT_ALLOWED,
  '153': NOT_STARTED,
  '2': NOT_STARTED,
  '5': NOT_STARTED,
  vimeo: NOT_STARTED,
  file: NOT_STARTED,
  'not-ready': { text: STILL_PREPARED, action: 'try again' },
  'not-loaded': {
    text: '{host} is not responding. It may be blocked on your network.',
    action: 'try again',
  },
}

export type ShownFault = keyof typeof FAULTS

function faultText(code: ShownFault, host: string): FaultText {
  const { text, action } = FAULTS[code]
  return { text: text.replace('{host}', host), action }
}
