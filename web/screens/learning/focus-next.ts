/** Moves the focus to the button of the next item of a list, because this one disappears with its item. */
export function focusNext(button: Element): void {
  const item = button.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const next: HTMLElement | null | undefined = neighbour
    ? neighbour.querySelector('button')
    : button.closest('main')
  next?.focus({ preventScroll: true })
}
