import { connection } from './connection.ts'

/**
 * Downloads a part of the page. Without a connection it waits, and downloads it when the server is back. A part that the
 * server does not have any more belongs to an older version of the site: then this never resolves, because the page has to
 * be loaded again (`web/app/load-update.ts`).
 */
export async function retryDownload<Part>(download: () => Promise<Part>): Promise<Part> {
  try {
    return await download()
  } catch {
    if (await connection.recover()) return retryDownload(download)
    connection.reportUpdate()
    return new Promise(() => {})
  }
}
