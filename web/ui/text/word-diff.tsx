import { type Change, diffWordsWithSpace } from 'diff'
import styles from './word-diff.module.css'

/** Comparing longer texts takes too long. */
const COMPARED_MAX = 5000
/** A shorter text is easy to read, however many of its words have changed. */
const LINE = 40

interface WordDiffProps {
  before: string
  now: string
}

/**
 * What was deleted from a text and what was added to it, word by word. Long texts and texts that have little in common stand
 * one after the other. Load it lazily: few screens need the library.
 */
export function WordDiff({ before, now }: WordDiffProps) {
  const isLong = before.length > COMPARED_MAX || now.length > COMPARED_MAX
  const changes = isLong ? [] : diffWordsWithSpace(before, now)
  const shorter = Math.min(before.length, now.length)
  if (isLong || (shorter > LINE && lengthKept(changes) * 2 < shorter)) {
    return (
      <span className={styles.diff} dir="auto">
        <del>{before}</del> <ins>{now}</ins>
      </span>
    )
  }
  return (
    <span className={styles.diff} dir="auto">
      {changes.map(({ value, added, removed }, index) => {
        const key = `${index} ${value.slice(0, 20)}`
        if (removed) return <del key={key}>{value}</del>
        return added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>
      })}
    </span>
  )
}

/** How many characters of words stay: the spaces between them are in every text. */
function lengthKept(changes: readonly Change[]): number {
  let length = 0
  for (const { value, added, removed } of changes) if (!(added || removed)) length += value.trim().length
  return length
}
