/**
 * Downloads a part of the page. After a failure it tries again when the network is back or the user presses something, so
 * a failed download never breaks the page.
 */
export async function retryDownload<Part>(download: () => Promise<Part>): Promise<Part> {
  try {
    return await download()
  } catch {
    await nextChance()
    return retryDownload(download)
  }
}

/** Waits until the network is back or the user presses something. */
export async function nextChance(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  for (const event of ['online', 'pointerdown', 'keydown']) addEventListener(event, resolve, { once: true })
  await promise
}
