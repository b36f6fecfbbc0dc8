import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Draft, type DraftKey, isSameDraft } from './draft.ts'

interface Schema extends DBSchema {
  drafts: { key: [user: string, kind: string, subject: string, tab: string]; value: Draft }
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

let connection: Promise<IDBPDatabase<Schema>> | undefined

function database(): Promise<IDBPDatabase<Schema>> {
  connection ??= openDB<Schema>('lectern', 1, {
    upgrade: (created) => {
      created.createObjectStore('drafts', { keyPath: ['user', 'kind', 'subject', 'tab'] })
    },
    terminated: () => {
      connection = undefined
    },
  })
  return connection
}

/** The stored drafts of a user. Drafts of anybody that are older than 30 days are deleted. */
export async function readDrafts(user: string): Promise<Draft[]> {
  const oldest = Date.now() - KEPT_MS
  await deleteDrafts(({ at }) => at < oldest)
  const stored = await (await database()).getAll('drafts')
  return stored.filter((draft) => draft.user === user)
}

/** Stores a draft in place of the one that it continues, unless that one was changed in another tab. */
export async function storeDraft(draft: Draft, continued: Draft | undefined): Promise<void> {
  const { store, done } = (await database()).transaction('drafts', 'readwrite')
  await store.put(draft)
  const former = continued && !isSameDraft(continued, draft) ? await store.get(keyOf(continued)) : undefined
  if (former && former.at === continued?.at) await store.delete(keyOf(former))
  await done
}

/** Deletes all drafts to which `isGone` applies, of any user. */
export async function deleteDrafts(isGone: (draft: Draft) => boolean): Promise<void> {
  const { store, done } = (await database()).transaction('drafts', 'readwrite')
  for await (const cursor of store) if (isGone(cursor.value)) await cursor.delete()
  await done
}

const keyOf = ({ user, kind, subject, tab }: DraftKey): Schema['drafts']['key'] => [user, kind, subject, tab]
