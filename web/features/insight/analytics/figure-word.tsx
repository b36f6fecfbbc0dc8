import { useId } from 'react'
import { FIGURE_WORDS, type FigureWord } from '#contract/insight/figure-words.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './figure-word.module.css'

const isDefined = (word: string): word is FigureWord => word in FIGURE_WORDS

/** A word, with an "i" that says what it means. The browser's popover closes it on Escape and on a press elsewhere. */
export function Word({ children: word }: { children: string }) {
  const id = useId()
  if (!isDefined(word)) return word
  return (
    <span className={styles.word}>
      {word}
      <button type="button" popoverTarget={id} aria-label={`What “${word}” means`}>
        <Icon name="info" size="sm" />
      </button>
      <span id={id} popover="auto" className={styles.meaning}>
        {FIGURE_WORDS[word]}
      </span>
    </span>
  )
}
