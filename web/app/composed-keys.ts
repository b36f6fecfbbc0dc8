/** Safari reports the key that ends a composition after its end. Only this code still tells that it belongs to the input method. */
const INPUT_METHOD = 229

/**
 * Keeps the keys of an input method (Japanese, Chinese, Korean, accents) from every handler of the page. Enter accepts a word
 * and Escape rejects it there, so they must neither save nor close anything. This listens before all others.
 */
export function withholdComposedKeys(): void {
  addEventListener('keydown', withhold, { capture: true })
}

function withhold(event: KeyboardEvent): void {
  if (!event.isComposing && event.keyCode !== INPUT_METHOD) return
  event.stopImmediatePropagation()
  // A search field of Chromium would empty itself.
  if (event.key === 'Escape') event.preventDefault()
}
