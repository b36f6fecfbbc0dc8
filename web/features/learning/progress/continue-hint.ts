import { CONTINUE_HINT_KEY } from './forget-hint.ts'

function storedHint(): string | null {
  try {
    return localStorage.getItem(CONTINUE_HINT_KEY)
  } catch {
    return null
  }
}

/** Remembers the number for the next home page. */
export function rememberCards(count: number): void {
  try {
    if (count === 0) localStorage.removeItem(CONTINUE_HINT_KEY)
    else localStorage.setItem(CONTINUE_HINT_KEY, String(count))
  } catch {
    // Without storage, the row pushes the page down when it arrives.
  }
}

/** Something was watched, so there is at least one card. */
export function rememberStarted(): void {
  if (storedHint() === null) rememberCards(1)
  applyHint()
}

/** Tells style sheets the stored number. Only while the home page is not visible: its panel changes its height. */
export function applyHint(): void {
  const hint = storedHint()
  if (hint === null) delete document.documentElement.dataset.continue
  else document.documentElement.dataset.continue = hint
}
