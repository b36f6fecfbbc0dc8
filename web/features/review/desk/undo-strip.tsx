import { useEffect, useState } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { DeskIcon } from './desk-icon.tsx'
import { DESK_KEYS } from './desk-keys.ts'
import { KeyCap } from './key-cap.tsx'
import type { DecisionsState } from './pending-decisions.ts'
import styles from './undo-strip.module.css'

const SECOND_MS = 1000

interface UndoStripProps {
  latest: DecisionsState['latest']
  onUndo: () => void
}

/** The newest decision until it is sent. It takes room above the desk, so that it covers nothing. */
export function UndoStrip({ latest, onUndo }: UndoStripProps) {
  return (
    <div role="status" className={styles.region}>
      {latest && (
        <div className={styles.strip}>
          <span className={styles.icon}>
            <Icon name="check" />
          </span>
          <p>
            <b>{latest.text}</b> <SecondsLeft key={latest.revisionId} due={latest.due} />
          </p>
          <Button size="sm" aria-keyshortcuts={DESK_KEYS.undo.cap} onClick={onUndo}>
            <DeskIcon name="undo" />
            Undo <KeyCap>{DESK_KEYS.undo.cap}</KeyCap>
          </Button>
        </div>
      )}
    </div>
  )
}

/** Hidden from screen readers, which would read out every second. */
function SecondsLeft({ due }: { due: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return <span aria-hidden="true">Sent in {Math.max(1, Math.ceil((due - now) / SECOND_MS))} s</span>
}
