import { type ReactNode, type SyntheticEvent, useId, useRef } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './confirm.module.css'
import { keepFocusWithin, useModal } from './use-modal.ts'

export type ConfirmProps = {
  /** Called by Cancel, by Escape, and by any other way to close a dialog in the browser. */
  onClose: () => void
  title: ReactNode
  text: string
  /** Stands below the text. */
  more?: string | undefined
  /** Leave it out when there is nothing to decide. The dialog then has only its action. */
  cancel?: string
  action: string
  tone?: 'danger' | 'primary'
  /** The action is running: the button shows a spinner and this text, and only the caller can close the dialog. */
  busy?: boolean | string
  onConfirm: () => void
  /** The element that gets the focus afterwards; with `null` the focus returns to where it was. */
  finalFocus?: () => HTMLElement | null
}

/**
 * Asks before something that cannot be undone, for as long as it is rendered. Cancel comes first and has the focus; Escape
 * means Cancel; afterwards the focus returns to where it was.
 */
export function Confirm({ onClose, title, text, cancel, action, ...rest }: ConfirmProps) {
  const { more, tone = 'danger', busy = false, onConfirm, finalFocus } = rest
  const id = useId()
  const safe = useRef<HTMLButtonElement>(null)
  const dialog = useModal(safe, finalFocus)
  const isBusy = busy !== false
  /** The caller decides whether the dialog closes. */
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={more === undefined ? `${id}text` : `${id}text ${id}more`}
      className={styles.dialog}
      closedby={isBusy ? 'none' : 'closerequest'}
      onCancel={leave}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{text}</p>
      {more !== undefined && <p id={`${id}more`}>{more}</p>}
      <div className={styles.buttons}>
        {cancel && (
          <Button ref={safe} aria-disabled={isBusy || undefined} onClick={leave}>
            {cancel}
          </Button>
        )}
        <Button ref={cancel ? undefined : safe} variant={tone} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  )
}
