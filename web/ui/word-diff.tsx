import { diffWordsWithSpace } from 'diff'
import { Fragment } from 'react'
import styles from './word-diff.module.css'

/** Longer texts are shown one after the other: comparing them takes too long. */
const COMPARED_MAX = 5000

interface WordDiffProps {
  before: string
  after: string
}

/** A text with the words that were deleted and added. Load it lazily: the library is for few screens. */
export function WordDiff({ before, after }: WordDiffProps) {
  if (Math.max(before.length, after.length) > COMPARED_MAX) {
    return (
      <span className={styles.diff} dir="auto">
        <del>{before}</del> <ins>{after}</ins>
      </span>
    )
  }
  return (
    <span className={styles.diff} dir="auto">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity, and never move
        if (removed) return <del key={index}>{value}</del>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        if (added) return <ins key={index}>{value}</ins>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        return <Fragment key={index}>{value}</Fragment>
      })}
    </span>
  )
}
