import { diffWordsWithSpace } from 'diff'
import styles from './word-diff.module.css'

/** Longer texts are shown one below the other: comparing them takes too long. */
const COMPARED_MAX = 5000

/** What was deleted from a text and what was added to it, word by word. */
export function WordDiff({ before, now }: { before: string; now: string }) {
  if (before.length > COMPARED_MAX || now.length > COMPARED_MAX) {
    return (
      <div className={styles.text} dir="auto">
        <del>{before}</del>
        <ins>{now}</ins>
      </div>
    )
  }
  const parts = diffWordsWithSpace(before, now)
  return (
    <div className={styles.text} dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index} ${value.slice(0, 20)}`
        if (removed) return <del key={key}>{value}</del>
        return added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>
      })}
    </div>
  )
}
