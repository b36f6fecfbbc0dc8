import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Draft } from './drafts/draft.ts'

/** The file of an upload that is not over. */
export interface StoredHandle {
  /** The id of the upload. */
  upload: string
  user: string
  handle: FileSystemFileHandle
  /** When it was stored, in milliseconds since 1970. */
  at: number
}

interface Schema extends DBSchema {
  drafts: { key: [user: string, kind: string, subject: string, tab: string]; value: Draft }
  handles: { key: string; value: StoredHandle }
}

export type BrowserDatabase = IDBPDatabase<Schema>

let connection: Promise<BrowserDatabase> | undefined
let opened: BrowserDatabase | undefined

/** What this site stores in IndexedDB. Rejects where the browser refuses storage. */
export async function openDatabase(): Promise<BrowserDatabase> {
  connection ??= openDB<Schema>('lectern', 2, {
    upgrade(database, before) {
      if (before < 1) database.createObjectStore('drafts', { keyPath: ['user', 'kind', 'subject', 'tab'] })
      if (before < 2) database.createObjectStore('handles', { keyPath: 'upload' })
    },
    // A tab with a later version of this program waits for it.
    blocking() {
      opened?.close()
      forget()
    },
    terminated: forget,
  })
  opened = await connection
  return opened
}

/** The same if it is open: a page that is being left has no time to wait for a promise. */
export const openedDatabase = (): BrowserDatabase | undefined => opened

function forget(): void {
  connection = undefined
  opened = undefined
}
