import { connection } from './connection.ts'

/**
 * Downloads a part of the page. Without a connection it waits, and tries again when the server is back. Most browsers do not
 * request a script again that failed, and after an update the server does not have it any more: then this never resolves,
 * because the page has to be loaded again (`web/app/load-page.ts`).
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
