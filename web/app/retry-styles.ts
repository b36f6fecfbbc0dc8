import { connection } from '#web/core/connection.ts'

/**
 * Downloads a style sheet again when the connection is back. Vite does so for the script of a part of the page only, which
 * would then appear without its styles.
 */
export function retryStyles(): void {
  const retry = async ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    if (await connection.recover()) target.replaceWith(target.cloneNode())
  }
  addEventListener('error', (event) => void retry(event), { capture: true })
}
