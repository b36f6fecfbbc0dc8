import type { Video } from '#contract/video/video.ts'
import { Button, OutsideLinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './fault-card.module.css'
import { faultText, type ShownFault } from './faults.ts'
import { hostOf } from './hosts.ts'
import { PlayerIcon } from './player-icon.tsx'

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
            <PlayerIcon name="next" />
            Next video
          </Button>
        )}
      </div>
    </div>
  )
}
