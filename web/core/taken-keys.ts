const TYPED_IN = 'textarea, select, input:not([type=range], [type=checkbox], [type=radio])'

/** Whether a key press already means something else: somebody types, a menu or dialog is open, or a modifier is held. */
export function isTakenKey(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body
  const { defaultPrevented, ctrlKey, altKey, metaKey } = event
  return (
    defaultPrevented ||
    ctrlKey ||
    altKey ||
    metaKey ||
    target.closest(`${TYPED_IN}, [role=menu]`) !== null ||
    document.querySelector('dialog[open]') !== null
  )
}
