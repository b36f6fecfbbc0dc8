const RELOADED_AT = 'reloadedAt'
const PAUSE_MS = 10_000

/**
 * Reloads a tab that was opened before an update and requests files that no longer exist. It does so at most once in ten
 * seconds.
 */
export function reloadAfterUpdate(): void {
  addEventListener('vite:preloadError', () => {
    const before = Number(sessionStorage.getItem(RELOADED_AT))
    if (!navigator.onLine || Date.now() - before < PAUSE_MS) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
  })
}
