import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './menu.module.css'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** A key that does the same. */
  shortcut?: string
  /** Destroys something: shown last, below a line. */
  danger?: boolean
  run: () => void
}

interface MenuProps {
  /** A function is asked when the menu opens, so that hundreds of closed menus cost nothing. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** Called before the menu is shown. */
  onOpen?: () => void
  /** The accessible name of the button, where its content is not enough. */
  label?: string
  /** The classes of the button. */
  className?: string
  buttonRef?: Ref<HTMLButtonElement>
  /** The content of the button. */
  children: ReactNode
}

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => (index >= last ? 0 : index + 1),
  ArrowUp: (index, last) => (index <= 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * A button and the menu that it opens. The browser's popover closes it on Escape and on a press elsewhere, and returns the
 * focus to the button.
 */
export function Menu({ items, onOpen, label, className, buttonRef, children }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<readonly MenuItem[]>([])
  const shown = typeof items === 'function' ? asked : items
  const itemsOf = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  function toggled({ newState }: ToggleEvent): void {
    if (newState === 'open') itemsOf()[0]?.focus()
  }
  function move(event: KeyboardEvent): void {
    const all = itemsOf()
    const index = all.findIndex((item) => item.matches(':focus'))
    const to = STEPS[event.key]?.(index, all.length - 1)
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }
  function open(): void {
    if (typeof items === 'function') setAsked(items())
    onOpen?.()
  }
  function choose({ run }: MenuItem): void {
    menu.current?.hidePopover()
    run()
  }

  return (
    <span className={styles.anchor}>
      <button
        ref={buttonRef}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
        onClick={open}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onToggle={toggled}
        onKeyDown={move}
      >
        {shown.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-label={item.label}
            className={classNames(item.danger && styles.danger)}
            onClick={() => choose(item)}
          >
            {item.icon}
            {item.label}
            {item.shortcut && <kbd>{item.shortcut}</kbd>}
          </button>
        ))}
      </div>
    </span>
  )
}
