import type { ReactNode } from 'react'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './advice-box.module.css'

interface AdviceBoxProps {
  text: string
  /** The lesson to repair: then the box is tinted. */
  action?: ReactNode
}

/** What to look at, in one sentence. What comes before its first colon is strong. */
export function AdviceBox({ text, action }: AdviceBoxProps) {
  const end = /^Look at [^:]*”: /.exec(text)?.[0].length ?? 0
  return (
    <section className={styles.advice} aria-label="What to look at" data-calls={action ? true : undefined}>
      <span className={styles.icon}>
        <Icon name="target" />
      </span>
      <p>
        {end > 0 && <b>{text.slice(0, end - 1)}</b>} {text.slice(end)}
      </p>
      {action}
    </section>
  )
}
