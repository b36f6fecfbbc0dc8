import { type BrowserDatabase, openDatabase, openedDatabase } from '#web/core/browser-database.ts'
import { type Draft, isSameDraft } from './draft.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The stored drafts of a user. Drafts of anybody that are older than 30 days are deleted. */
export async function readDrafts(user: string): Promise<Draft[]> {
  const oldest = Date.now() - KEPT_MS
  await deleteDrafts(({ at }) => at < oldest)
  const stored = await (await openDatabase()).getAll('drafts')
  return stored.filter((draft) => draft.user === user)
}

/** Stores a draft in place of the one that it continues, unless that one was changed in another tab. */
export async function storeDraft(draft: Draft, continued: Draft | undefined): Promise<void> {
  const { store, done, commit } = transactionOf(openedDatabase() ?? (await openDatabase()))
  const written = store.put(draft)
  // Without it, the browser takes back what a page wrote while it was left.
  commit()
  await Promise.all([written, done])
  if (continued && !isSameDraft(continued, draft))
    await deleteDrafts((stored) => isSameDraft(stored, continued) && stored.at === continued.at)
}

function transactionOf(open: BrowserDatabase) {
  const transaction = open.transaction('drafts', 'readwrite')
  // A request that fails says so itself. Without this, its transaction would be an uncaught error, too.
  transaction.done.catch(() => undefined)
  return { store: transaction.store, done: transaction.done, commit: () => transaction.commit() }
}

/** Deletes all drafts to which `isGone` applies, of any user. */
export async function deleteDrafts(isGone: (draft: Draft) => boolean): Promise<void> {
  const { store, done } = transactionOf(await openDatabase())
  for await (const cursor of store) if (isGone(cursor.value)) await cursor.delete()
  await done
}
