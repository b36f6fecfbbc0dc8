import type { FullRevision } from '#contract/review/review.ts'
import styles from './outcome.module.css'
import { STATE_WORDS } from './words.ts'

/** What became of an item that does not wait any more: `Approved by Anna. There is nothing to decide.` */
export function Outcome({ revision: { state, decisions } }: { revision: FullRevision }) {
  const last = decisions.at(-1)
  return (
    <p className={styles.outcome}>
      {STATE_WORDS[state].word}
      {last?.admin && (
        <>
          {' '}
          by <bdi>{last.admin.username}</bdi>
        </>
      )}
      . There is nothing to decide.
    </p>
  )
}
