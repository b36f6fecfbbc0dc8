import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'

export async function findPerson(db: Db, id: string): Promise<{ id: string; username: string } | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('users').select(['id', 'username']).where('id', '=', id).executeTakeFirst()
}

export async function writeTrusted(trx: Db, userId: string, trusted: boolean): Promise<void> {
  await trx
    .updateTable('users')
    .set({ trusted: trusted ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}
