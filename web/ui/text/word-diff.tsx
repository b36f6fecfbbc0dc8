import { diffWordsWithSpace } from 'diff'
import styles from './word-diff.module.css'

/** Longer texts are shown one below the other: comparing them takes too long. */
const COMPARED_MAX = 5000

interface WordDiffProps {
  before: string
  now: string
}

/** What was deleted from a text and what was added to it, word by word. Load it lazily: few screens need the library. */
export function WordDiff({ before, now }: WordDiffProps) {
  if (before.length > COMPARED_MAX || now.length > COMPARED_MAX) {
    return (
      <span className={styles.diff} dir="auto">
        <del>{before}</del> <ins>{now}</ins>
      </span>
    )
  }
  return (
    <span className={styles.diff} dir="auto">
      {diffWordsWithSpace(before, now).map(({ value, added, removed }, index) => {
        const key = `${index} ${value.slice(0, 20)}`
        if (removed) return <del key={key}>{value}</del>
        return added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>
      })}
    </span>
  )
}
