export type TypedField = HTMLInputElement | HTMLTextAreaElement
export type EarlyInput = readonly (readonly [field: TypedField, typed: string, rendered: string])[]

/** The fields that a user, or the browser on a reload, filled in before the page was hydrated. */
export const earlyInput = (root: Element): EarlyInput =>
  [...root.querySelectorAll<TypedField>('input, textarea')].flatMap((field) =>
    isUntouched(field) ? [] : [[field, field.value, field.defaultValue] as const],
  )

const isUntouched = (field: TypedField) =>
  field.value === field.defaultValue && !('checked' in field && field.checked && !field.defaultChecked)

/** Replays this input as events, so that it reaches the React state. The next render would overwrite it otherwise. */
export function replayInput(input: EarlyInput): void {
  for (const [field, typed, rendered] of input) {
    if (field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }))
    else if (field.type === 'radio') replayChoice(field)
    // A field with its rendered text was overwritten. Any other text was typed by the user in the meantime.
    else replayText(field, field.value === rendered ? typed : field.value)
  }
}

function replayText(field: TypedField, typed: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  // React ignores an event unless the value differs from the last one that it saw.
  field.value = ''
  set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function replayChoice(field: TypedField): void {
  if (!('checked' in field)) return
  // A render may have restored the initial choice already.
  field.checked = false
  field.click()
}
