const PREFIX = 'upload '

/** Says to the other tabs that this one sends an upload, until the returned function is called or the tab ends. */
export function holdUpload(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Without a secure connection there are no locks, and no file goes on by itself either.
  if ('locks' in navigator) void navigator.locks.request(PREFIX + id, () => promise)
  return resolve
}

/** The uploads that some tab of this browser is sending. */
export async function heldUploads(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
  )
}
