import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button } from './button.tsx'
import styles from './confirm.module.css'
import { lockScroll } from './lock-scroll.ts'

export type ConfirmProps = {
  /** Called by Cancel and by Escape, and wherever else a browser lets people leave a dialog. */
  onClose: () => void
  title: ReactNode
  text: string
  /** Leave it out when there is nothing to decide: the dialog then has its one action only. */
  cancel?: string
  action: string
  tone?: 'danger' | 'primary'
  /** The action is under way: a spinner and this word. The dialog then stays until the caller closes it. */
  busy?: boolean | string
  onConfirm: () => void
  /** What takes the focus afterwards instead of the control that asked; `null` for that one. */
  finalFocus?: () => HTMLElement | null
}

/**
 * Asks before something that cannot be undone, for as long as it is rendered. Cancel comes first and has the focus; Escape
 * means Cancel; afterwards the focus returns to where it was.
 */
export function Confirm({ onClose, title, text, cancel, action, ...rest }: ConfirmProps) {
  const { tone = 'danger', busy = false, onConfirm, finalFocus } = rest
  const id = useId()
  const safe = useRef<HTMLButtonElement>(null)
  const dialog = useModal(safe, finalFocus)
  const isBusy = busy !== false
  /** Whether it closes is said by who renders it. */
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      className={styles.dialog}
      closedby={isBusy ? 'none' : 'closerequest'}
      onCancel={leave}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{text}</p>
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

/** From the last control of a dialog a browser goes on to itself, and to the first one only after that. */
function keepFocusWithin(event: KeyboardEvent<HTMLDialogElement>): void {
  const controls = [...event.currentTarget.querySelectorAll('button')]
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]]
  if (event.key !== 'Tab' || event.target !== from) return
  event.preventDefault()
  to?.focus()
}

/** Shows a dialog over everything while it is rendered; what is behind it can be neither reached nor scrolled. */
function useModal(first: RefObject<HTMLElement | null>, finalFocus: ConfirmProps['finalFocus']) {
  const dialog = useRef<HTMLDialogElement>(null)
  const giveFocus = useEffectEvent(() => finalFocus?.()?.focus())
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    first.current?.focus()
    const unlockScroll = lockScroll()
    return () => {
      unlockScroll()
      // The browser gives the focus back to where it was.
      shown?.close()
      giveFocus()
    }
  }, [first])
  return dialog
}
