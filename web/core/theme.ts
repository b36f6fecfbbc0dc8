import { useSyncExternalStore } from 'react'

/** The `localStorage` key of the choice. The inline script of index.html reads it before the first paint. */
export const THEME_KEY = 'theme'

const listeners = new Set<() => void>()

const isDark = () => document.documentElement.dataset.theme === 'dark'
const onServer = () => false

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the page is dark; false until it has hydrated. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark, onServer)

/** Applies a theme. Style sheets use the attribute; older user styles use the class of the body. */
function applyTheme(theme: string | null): void {
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light'
  document.body.classList.toggle('dark', theme === 'dark')
  for (const listener of listeners) listener()
}

/** Turns dark mode on or off and remembers it in this browser. */
export function toggleTheme(): void {
  const theme = isDark() ? 'light' : 'dark'
  applyTheme(theme)
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // A browser that forbids storage keeps the theme until the tab closes.
  }
}
