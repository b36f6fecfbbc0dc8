import { connection } from '#web/core/connection.ts'

/**
 * Downloads a part of the page. Without a connection it waits, and tries again when the server is back. Most browsers do not
 * request a script again that failed, and after an update the server does not have it any more: then this never resolves,
 * because the page has to be loaded again (`load-page.ts`).
 */
export async function retryDownload<Part>(download: () => Promise<Part>, wasLost = false): Promise<Part> {
  try {
    return await download()
  } catch {
    if (await connection.recover()) return retryDownload(download, true)
    connection.requirePage(wasLost ? 'back' : 'updated')
    return new Promise(() => {})
  }
}

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
