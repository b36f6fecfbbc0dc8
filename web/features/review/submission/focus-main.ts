/** Moves the focus to the main content, because the pressed button is about to disappear. */
export function focusMain(element: HTMLElement | null): void {
  element?.closest('main')?.focus({ preventScroll: true })
}
