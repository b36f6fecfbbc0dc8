export type TypedField = HTMLInputElement | HTMLTextAreaElement

/**
 * Tells the page what was typed, chosen or attached before it was alive, or what the browser put back on a reload:
 * without that its first change would wipe it out, and a picture would never be seen.
 */
export async function tellTyped(
  early: readonly (readonly [field: TypedField, typed: string, rendered: string])[],
): Promise<void> {
  for (const [field, typed, rendered] of early) {
    while (field.isConnected && !isAlive(field)) await nextFrame()
    tell(field, typed, rendered)
  }
}

/** React leaves its own properties at the elements that it knows. */
const isAlive = (field: TypedField) => Object.keys(field).some((key) => key.startsWith('__react'))

/** Of a text that somebody went on typing meanwhile all is told; one that is as it was rendered was wiped out. */
function tell(field: TypedField, typed: string, rendered: string): void {
  if (field.type === 'file') {
    if (field.value === typed) field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if ('checked' in field && field.type === 'radio') {
    if (field.checked) chooseAgain(field)
  } else {
    tellText(field, field.value === rendered ? typed : field.value)
  }
}

function tellText(field: TypedField, typed: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  // React believes in a change only when the value is not the one it saw last.
  field.value = ''
  set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function chooseAgain(field: HTMLInputElement): void {
  field.checked = false
  field.click()
}

async function nextFrame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>()
  requestAnimationFrame(resolve)
  await promise
}
