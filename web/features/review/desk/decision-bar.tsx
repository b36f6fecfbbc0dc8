import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { type BulkState, bulkLabel } from './bulk.tsx'
import styles from './decision-bar.module.css'
import { DeskIcon } from './desk-icon.tsx'
import { DESK_KEYS, type DeskCommands } from './desk-keys.ts'
import { KeyCap } from './key-cap.tsx'

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
    <fieldset className={styles.bar} aria-label="Decision">
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
                <DeskIcon name="note" />
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
              <DeskIcon name="note" />
              <span className={styles.word}>Note</span>
            </>
          ),
        })}
      {button('skip', {
        variant: 'ghost',
        children: (
          <>
            <DeskIcon name="skip" />
            <span className={styles.word}>Skip</span>
          </>
        ),
      })}
    </fieldset>
  )
}
