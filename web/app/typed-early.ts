export type TypedField = HTMLInputElement | HTMLTextAreaElement

/**
 * Tells the page what was typed into it before it was alive, or what the browser put back on a reload: without that its
 * first change would wipe it out.
 */
export async function tellTyped(early: readonly (readonly [TypedField, string])[]): Promise<void> {
  for (const [field, typed] of early) {
    while (field.isConnected && !isAlive(field)) await nextFrame()
    if (field.value === typed || field.value === field.defaultValue) tell(field, typed)
  }
}

/** React watches the value of a field that it knows. */
const isAlive = (field: TypedField) => Object.hasOwn(field, 'value')

function tell(field: TypedField, typed: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  // React believes in a change only when the value is not the one it saw last.
  field.value = ''
  set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function nextFrame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>()
  requestAnimationFrame(resolve)
  await promise
}
