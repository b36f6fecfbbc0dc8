/**
 * How many cards "Continue watching" had, in `localStorage`. The inline script of index.html copies it to the root
 * element before the first paint, so that style sheets reserve the height of the row.
 */
export const CONTINUE_HINT_KEY = 'continue'

/** The next user of this browser is another one. On its own, because every visit downloads it. */
export function forgetHint(): void {
  try {
    localStorage.removeItem(CONTINUE_HINT_KEY)
  } catch {
    // Without storage, nothing was remembered.
  }
  delete document.documentElement.dataset.continue
}
