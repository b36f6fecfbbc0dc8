/**
 * Ctrl+Enter, on a Mac also ⌘+Enter, sends every form with a text of several lines, as a press of its submit button does. A
 * form whose submit buttons all have a name asks for a decision, which stays with the buttons.
 */
export function submitOnCtrlEnter(): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, repeat, defaultPrevented, target } = event
    if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat || defaultPrevented) return
    const button = target instanceof Element ? submitButtonOf(target) : undefined
    if (!button) return
    event.preventDefault()
    button.click()
  })
}

function submitButtonOf(target: Element): HTMLButtonElement | undefined {
  const form = target.matches('textarea, input, select') ? target.closest('form') : null
  if (!form?.querySelector('textarea')) return
  const buttons = form.querySelectorAll<HTMLButtonElement>('button[type="submit"]')
  return [...buttons].find(({ name }) => name === '')
}
