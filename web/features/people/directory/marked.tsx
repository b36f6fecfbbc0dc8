import { foldText } from '#contract/fold.ts'
import styles from './people-table.module.css'

/** A text with the beginnings of its words marked that the search names. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part, index) => {
    const length = index % 2 === 1 ? lengthOfMatch(part, words) : 0
    if (length === 0) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not move
      <span key={index}>
        <mark className={styles.mark}>{part.slice(0, length)}</mark>
        {part.slice(length)}
      </span>
    )
  })
}

/** How much of the word the longest matching word of the search covers. */
function lengthOfMatch(part: string, words: readonly string[]): number {
  const folded = foldText(part)
  const match = words.filter((word) => folded.startsWith(word)).toSorted((a, b) => b.length - a.length)[0]
  if (match === undefined) return 0
  let length = match.length
  // An accent may be a character of its own.
  while (length < part.length && foldText(part.slice(0, length)).length < match.length) length += 1
  while (/^\p{M}/u.test(part.slice(length))) length += 1
  return length
}
