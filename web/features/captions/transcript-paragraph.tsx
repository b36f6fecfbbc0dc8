import { memo, type ReactNode } from 'react'
import { formatTime } from '#contract/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Match, Paragraph } from './paragraphs.ts'
import styles from './transcript.module.css'

interface TranscriptParagraphProps {
  paragraph: Paragraph
  language: string
  /** The index of the current cue, when it is in this paragraph. */
  current: number | undefined
  matches: readonly Match[]
  /** The one of `matches` that the search is at. */
  chosen: Match | undefined
}

const NONE: readonly Match[] = []

/** Cues as a text. Each names its second, for whoever handles the press. */
export const TranscriptParagraph = memo(function TranscriptParagraph({
  paragraph: { at, chapter, first, cues },
  language,
  current,
  matches,
  chosen,
}: TranscriptParagraphProps) {
  const second = Math.floor(at)
  const byCue = Map.groupBy(matches, ({ cue }) => cue)
  return (
    <div className={styles.block}>
      {chapter !== undefined && <h3 dir="auto">{chapter}</h3>}
      <div className={classNames(styles.paragraph, current !== undefined && styles.now)}>
        <a href={`?t=${second}`} data-at={at}>
          {formatTime(at)}
        </a>
        <p lang={language} dir="auto">
          {cues.map((cue, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cues never change their order
            <span key={first + index}>
              <span
                className={styles.cue}
                data-at={cue.start}
                data-now={first + index === current || undefined}
              >
                {markMatches(cue.text, byCue.get(first + index) ?? NONE, chosen)}
              </span>{' '}
            </span>
          ))}
        </p>
      </div>
    </div>
  )
})

/** The text with its matches marked. */
function markMatches(text: string, matches: readonly Match[], chosen: Match | undefined): ReactNode[] {
  const pieces: ReactNode[] = []
  let at = 0
  for (const match of matches) {
    pieces.push(text.slice(at, match.from))
    pieces.push(
      <mark key={match.from} data-chosen={match === chosen || undefined}>
        {text.slice(match.from, match.to)}
      </mark>,
    )
    at = match.to
  }
  pieces.push(text.slice(at))
  return pieces
}
