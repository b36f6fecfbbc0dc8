import { openDatabase, type StoredHandle } from '#web/core/browser-database.ts'

/** A handle of Chromium, which asks for a permission after a reload. */
interface AskingHandle extends FileSystemFileHandle {
  queryPermission: (mode: { mode: 'read' }) => Promise<PermissionState>
  requestPermission: (mode: { mode: 'read' }) => Promise<PermissionState>
}

const asks = (handle: FileSystemFileHandle): handle is AskingHandle => 'queryPermission' in handle

/** The server forgets an upload after a week. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Keeps the handle of a file that is being sent, so that the upload goes on after a reload. It never leaves this browser. Where
 * the browser refuses storage, the file is chosen again.
 */
export async function keepHandle(kept: Omit<StoredHandle, 'at'>): Promise<void> {
  await ignoreRefusal(async () => (await openDatabase()).put('handles', { ...kept, at: Date.now() }))
}

export async function forgetHandle(upload: string): Promise<void> {
  await ignoreRefusal(async () => (await openDatabase()).delete('handles', upload))
}

/** The handles of a user by the ids of their uploads. */
export async function handlesOf(user: string): Promise<Map<string, FileSystemFileHandle>> {
  const rows = await ignoreRefusal(async () => (await openDatabase()).getAll('handles'))
  const [kept, old] = [new Map<string, FileSystemFileHandle>(), Date.now() - KEPT_MS]
  for (const row of rows ?? []) {
    if (row.at < old) void forgetHandle(row.upload)
    else if (row.user === user) kept.set(row.upload, row.handle)
  }
  return kept
}

async function ignoreRefusal<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  return work().catch(() => undefined)
}

/** The file, if it may be read; after a press of the user the browser asks for the permission. */
export async function fileOf(
  handle: FileSystemFileHandle,
  { isPressed }: { isPressed: boolean },
): Promise<File | undefined> {
  try {
    if (asks(handle)) {
      const mode = { mode: 'read' } as const
      const state = isPressed ? await handle.requestPermission(mode) : await handle.queryPermission(mode)
      if (state !== 'granted') return
    }
    return await handle.getFile()
  } catch {
    // It was moved or deleted.
    return
  }
}
