import { useRef } from 'react'
import { PROGRESS_NOTICE } from '#contract/insight/privacy-words.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { useSetProgressShown } from './privacy.queries.ts'
import styles from './progress-question.module.css'

/** Says what teachers see of a learner, and lets the learner decide. It stays until it is answered. */
export function ProgressQuestion() {
  const frame = useRef<HTMLElement>(null)
  const write = useSetProgressShown(viewerKey(useCurrentUser()))
  function answer(shown: boolean): void {
    // The pressed button goes away.
    frame.current?.closest('main')?.focus({ preventScroll: true })
    write.mutate(shown)
  }
  return (
    <section ref={frame} className={styles.question} aria-label="What teachers see of you">
      <Icon name="eye" />
      <p>{PROGRESS_NOTICE}</p>
      <div>
        <Button size="sm" variant="primary" onClick={() => answer(true)}>
          OK
        </Button>
        <Button size="sm" onClick={() => answer(false)}>
          Hide me
        </Button>
      </div>
    </section>
  )
}
