import { type ReactNode, useEffect, useState } from 'react'
import { Button, type ButtonProps } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { KeyCap } from '#web/ui/text/key-cap.tsx'
import { type BulkState, bulkLabel } from './bulk.tsx'
import type { DecisionsState } from './decide.ts'
import styles from './decision-bar.module.css'
import { DESK_KEYS, type DeskCommands } from './desk-keys.tsx'

interface DecisionBarProps {
  /** `Approve playlist and 2 videos` */
  approveLabel: string
  /** How many items are chosen in the queue; if any, the decisions are about them. */
  chosen: number
  commands: DeskCommands
  /** The item waits; otherwise only Skip is left. */
  isOpen: boolean
  /** What is shown instead of the decisions. */
  instead?: ReactNode
}

/** The decisions, sticky below the item. */
export function DecisionBar({ approveLabel, chosen, commands, isOpen, instead }: DecisionBarProps) {
  const label = (state: BulkState, own: string) => (chosen > 0 ? bulkLabel(state, chosen) : own)
  const button = (name: keyof DeskCommands, props: ButtonProps) => (
    <Button {...props} aria-keyshortcuts={DESK_KEYS[name].cap} onClick={commands[name]}>
      {props.children}
      <KeyCap>{DESK_KEYS[name].cap}</KeyCap>
    </Button>
  )
  return (
    <fieldset className={styles.bar} data-foot-bar aria-label="Decision">
      {isOpen || chosen > 0 ? (
        <>
          {button('approve', {
            variant: 'primary',
            className: styles.wide,
            children: (
              <>
                <Icon name="check" />
                {label('approved', approveLabel)}
              </>
            ),
          })}
          {button('requestChanges', {
            children: (
              <>
                <Icon name="note" />
                {label('changes', 'Request changes')}
              </>
            ),
          })}
          {button('reject', {
            className: styles.reject,
            children: (
              <>
                <Icon name="close" />
                {label('rejected', 'Reject')}
              </>
            ),
          })}
        </>
      ) : (
        instead
      )}
      <span className={styles.space} />
      {isOpen &&
        button('note', {
          variant: 'ghost',
          children: (
            <>
              <Icon name="note" />
              <span className={styles.word}>Note</span>
            </>
          ),
        })}
      {button('skip', {
        variant: 'ghost',
        children: (
          <>
            <Icon name="skip" />
            <span className={styles.word}>Skip</span>
          </>
        ),
      })}
    </fieldset>
  )
}

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
            <b>{latest.text}</b> <SecondsLeft key={latest.roundId} due={latest.due} />
          </p>
          <Button size="sm" aria-keyshortcuts={DESK_KEYS.undo.cap} onClick={onUndo}>
            <Icon name="undo" />
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
