/**
 * Downloads a part of the page, and tries again when the network comes back or somebody goes on using the page: what
 * could not be downloaded is late, it never takes the page down.
 */
export async function retryDownload<Part>(download: () => Promise<Part>): Promise<Part> {
  try {
    return await download()
  } catch {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    for (const chance of ['online', 'pointerdown', 'keydown'])
      addEventListener(chance, resolve, { once: true })
    await promise
    return retryDownload(download)
  }
}
