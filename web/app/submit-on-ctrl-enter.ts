/**
 * Ctrl+Enter, on a Mac also ⌘+Enter, sends what stands in a field, as a press of the submit button of its form does. Fields
 * outside of a form name the button that sends them: `data-sent-by` of an element around them has its id. A form whose submit
 * buttons all have a name asks for a decision, which stays with the buttons.
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

function submitButtonOf(target: Element): HTMLElement | undefined {
  const around = target.matches('textarea, input, select') ? target.closest('form, [data-sent-by]') : null
  const id = around?.getAttribute('data-sent-by')
  if (id != null) return document.getElementById(id) ?? undefined
  const buttons = around?.querySelectorAll<HTMLButtonElement>('button[type="submit"]') ?? []
  return [...buttons].find(({ name }) => name === '')
}
