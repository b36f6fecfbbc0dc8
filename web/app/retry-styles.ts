import { nextChance } from '#web/core/retry-download.ts'

/**
 * Downloads a style sheet again after a failure. Vite does so for the script of a part of the page only, which would then
 * appear without its styles.
 */
export function retryStyles(): void {
  const retry = async ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    await nextChance()
    target.replaceWith(target.cloneNode())
  }
  addEventListener('error', (event) => void retry(event), { capture: true })
}
