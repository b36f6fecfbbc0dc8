const RELOADED_AT = 'reloadedAt'
const PAUSE_MS = 10_000

/**
 * A tab that was open while the site was updated asks for files that are gone: it is loaded again, once in a while at most.
 */
export function reloadAfterUpdate(): void {
  addEventListener('vite:preloadError', () => {
    const before = Number(sessionStorage.getItem(RELOADED_AT))
    if (!navigator.onLine || Date.now() - before < PAUSE_MS) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
  })
}
