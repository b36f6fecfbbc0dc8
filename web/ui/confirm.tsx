import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './confirm.module.css'

export type ConfirmProps = {
  open: boolean
  /** Called with false by Cancel, by Escape and after the action. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  text: string
  /** Leave it out when there is nothing to decide: the dialog then has its one action only. */
  cancel?: string
  action: string
  tone?: 'danger' | 'primary'
  /** The action is under way: a spinner and this word. The dialog then stays until the caller closes it. */
  busy?: boolean | string
  onConfirm: () => void
  /** What takes the focus afterwards instead of the control that asked; `true` for that one. */
  finalFocus?: () => HTMLElement | true | null
}

/**
 * Asks before something that cannot be undone. Cancel comes first and has the focus; Escape means Cancel; afterwards
 * the focus returns to where it was.
 */
export function Confirm({ open, onOpenChange, title, text, cancel, action, ...rest }: ConfirmProps) {
  const { tone = 'danger', busy = false, onConfirm, finalFocus } = rest
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => busy === false && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.dialog} initialFocus={safe} finalFocus={finalFocus}>
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description>{text}</AlertDialog.Description>
            <div className={styles.buttons}>
              {cancel && (
                <AlertDialog.Close ref={safe} render={<Button />}>
                  {cancel}
                </AlertDialog.Close>
              )}
              <Button ref={cancel ? undefined : safe} variant={tone} busy={busy} onClick={onConfirm}>
                {action}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
