import { formatTime } from '#contract/format.ts'
import type { Correction } from '#contract/video/video.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { Paragraph } from './paragraphs.ts'
import styles from './transcript-corrections.module.css'

/** The corrections by the paragraph in which their second is; those before the first one stand after it. */
export function correctionsByParagraph(
  paragraphs: readonly Paragraph[],
  corrections: readonly Correction[] = [],
): ReadonlyMap<Paragraph | undefined, Correction[]> {
  return Map.groupBy(
    corrections,
    (correction) => paragraphs.findLast(({ at }) => Math.floor(at) <= correction.at) ?? paragraphs[0],
  )
}

/** What the teacher corrects in the paragraph above. */
export function TranscriptCorrections({ corrections = [] }: { corrections: Correction[] | undefined }) {
  return corrections.map(({ at, text }) => (
    <p key={`${at} ${text}`} className={styles.correction} dir="auto">
      <Icon name="alert-triangle" size="sm" />
      <span>
        <b>
          Correction at{' '}
          <a href={`?t=${at}`} data-at={at}>
            {formatTime(at)}
          </a>
          :
        </b>{' '}
        <bdi>{text}</bdi>
      </span>
    </p>
  ))
}
