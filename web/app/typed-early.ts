export type TypedField = HTMLInputElement | HTMLTextAreaElement
export type TypedFields = readonly (readonly [field: TypedField, typed: string, rendered: string])[]

/** The fields that a user, or the browser on a reload, filled in before the page was hydrated. */
export const typedFields = (root: Element): TypedFields =>
  [...root.querySelectorAll<TypedField>('input, textarea')].flatMap((field) =>
    isUntouched(field) ? [] : [[field, field.value, field.defaultValue] as const],
  )

const isUntouched = (field: TypedField) =>
  field.value === field.defaultValue && !('checked' in field && field.checked && !field.defaultChecked)

/** Repeats these entries as events, so that React state has them too; its next render would wipe them out otherwise. */
export function repeatTyped(early: TypedFields): void {
  for (const [field, typed, rendered] of early) {
    if (field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }))
    else if (field.type === 'radio') repeatChoice(field)
    // A field that shows its rendered text again was wiped out; otherwise the user may have typed on.
    else repeatText(field, field.value === rendered ? typed : field.value)
  }
}

function repeatText(field: TypedField, typed: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  // React takes an event for a change only when the value is not the one it saw last.
  field.value = ''
  set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function repeatChoice(field: TypedField): void {
  if (!('checked' in field)) return
  // A render may have put the first choice back already.
  field.checked = false
  field.click()
}
