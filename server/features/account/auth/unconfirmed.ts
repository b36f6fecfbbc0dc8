import type { Db } from '#server/data/database.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import type { Images } from '#server/features/media/media.ts'
import { unconfirmedBefore } from './auth.queries.ts'

const KEPT_MS = 7 * 86_400_000

/**
 * Deletes accounts that had to be confirmed first and were not within seven days. Returns how many. One that is confirmed
 * meanwhile stays.
 */
export async function deleteUnconfirmed(
  parts: { db: Db; images: Images },
  now = Date.now(),
): Promise<number> {
  const ids = await unconfirmedBefore(parts.db, new Date(now - KEPT_MS).toISOString())
  let deleted = 0
  for (const id of ids) {
    const isDeleted = await deleteUser(parts, id, { onlyIf: ({ confirm_first }) => confirm_first === 1 })
    if (isDeleted) deleted += 1
  }
  return deleted
}
