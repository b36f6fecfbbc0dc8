import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Without this, Tab on the last control moves to the browser's own controls before it returns to the first one. */
export function keepFocusWithin(event: KeyboardEvent<HTMLDialogElement>): void {
  const controls = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
  ]
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]]
  if (event.key !== 'Tab' || event.target !== from) return
  event.preventDefault()
  to?.focus()
}

/** Shows a modal dialog while it is rendered. The page behind it can be neither reached nor scrolled. */
export function useModal(first: RefObject<HTMLElement | null>, finalFocus?: () => HTMLElement | null) {
  const dialog = useRef<HTMLDialogElement>(null)
  const restoreFocus = useEffectEvent(() => finalFocus?.()?.focus())
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    first.current?.focus()
    const unlockScroll = lockScroll()
    return () => {
      unlockScroll()
      // The browser returns the focus to the previous element.
      element?.close()
      restoreFocus()
    }
  }, [first])
  return dialog
}

/**
 * Prevents scrolling without a shift of the layout where the scroll bar has a width. Returns a function that undoes it.
 */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const { overflow, scrollbarGutter } = style
  style.overflow = 'hidden'
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
  return () => {
    style.overflow = overflow
    style.scrollbarGutter = scrollbarGutter
  }
}
