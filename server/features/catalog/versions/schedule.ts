import type { Db } from '#server/data/database.ts'
import { type Item, writeItem } from './items.queries.ts'

/**
 * Sets when an item goes public. What is public stays as it is. What waits for its time and has none any more is public at once;
 * the caller settles.
 */
export async function setPublishAt(trx: Db, item: Item, publishAt: string | null): Promise<void> {
  if (item.status === 'approved') return
  if (item.scheduledAt !== null && publishAt === null) await publishNow(trx, item)
  else await writeItem(trx, item, { publishAt })
}

/** Does what an approval does, for an item that was approved before. */
export function publishNow(trx: Db, item: Item): Promise<void> {
  return writeItem(trx, item, { status: 'approved', publishAt: null, scheduledAt: null })
}
