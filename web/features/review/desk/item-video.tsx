import type { ReactNode, RefObject } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ImageRef } from '#contract/media/media.ts'
import type { FullRevision } from '#contract/review/review.ts'
import type { Video } from '#contract/video/video.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Changes } from './changes.tsx'
import { DeskIcon } from './desk-icon.tsx'
import { DESK_KEYS } from './desk-keys.ts'
import styles from './item-video.module.css'
import type { UnsentNote } from './review-notes.tsx'
import { hasTwoVideos, type ShownVideo } from './use-shown-video.ts'

/** What the page puts into its player. */
export interface PlayedVideo {
  /** Another key is another video. */
  key: string
  title: string
  image: ImageRef
  video: Video
  durationSeconds: number | null
  category: string
  /** The admin has pressed this video, so it starts at once. */
  starts: boolean
  /** Where notes are. */
  notes: readonly number[]
  onTime: (seconds: number) => void
  next: { title: string; image: ImageRef; seed: string; detail: string } | undefined
  onNext: () => void
  seekRef: RefObject<((seconds: number) => void) | null>
}

interface ItemVideoProps {
  revision: FullRevision
  shown: ShownVideo
  notes: readonly UnsentNote[]
  seconds: number
  /** Missing when there is nothing to decide. */
  onNote: (() => void) | undefined
  onTime: (seconds: number) => void
  seekRef: PlayedVideo['seekRef']
  player: (video: PlayedVideo) => ReactNode
}

/** The player, with what changed about this video and the button for a note at this second. */
export function ItemVideo({ revision, shown, notes, seconds, onNote, player, ...rest }: ItemVideoProps) {
  const { number, detail, source, side, video, next } = shown
  if (!(source && video)) return null
  const places = notes.flatMap(({ revisionId, place }) =>
    'atSeconds' in place && revisionId === source.revisionId ? place.atSeconds : [],
  )
  return (
    <div>
      <div className={styles.head}>
        <h3>
          {number !== undefined && `${number} `}
          <bdi>{source.title}</bdi>
        </h3>
        {hasTwoVideos(source) && (
          <span className={styles.side}>{side === 'A' ? 'Video A, before' : 'Video B, now'}</span>
        )}
        {onNote && (
          <Button size="sm" aria-keyshortcuts={DESK_KEYS.note.cap} onClick={onNote}>
            <DeskIcon name="note" />
            Note at {formatTime(seconds)}
          </Button>
        )}
      </div>
      {detail && detail.before !== null && (
        <Changes revision={detail} onPlay={(which) => shown.play(detail.subject._id, which)} />
      )}
      <div className={styles.frame}>
        {player({
          ...video,
          ...rest,
          category: revision.category,
          notes: places,
          next,
          onNext: shown.playNext,
        })}
      </div>
    </div>
  )
}
