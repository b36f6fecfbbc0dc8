import type { Db } from '#server/data/database.ts'

interface Taking {
  id: string
  holder: string
  now: string
  until: string
}

/** Locks an upload that nobody holds, or whose holder has let the lock expire. False when another one holds it. */
export async function takeLock(db: Db, { id, holder, now, until }: Taking): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ locked_by: holder, locked_until: until, lock_wanted: 0 })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Asks the holder of a lock to release it. */
export async function wantLock(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lock_wanted: 1 })
    .where('id', '=', id)
    .where('locked_by', 'is not', null)
    .where('lock_wanted', '=', 0)
    .execute()
}

type Held = Pick<Taking, 'id' | 'holder'>

/** Holds a lock longer. Gives whether somebody wants it; `undefined` when it was lost, or its upload discarded. */
export async function renewLock(
  db: Db,
  { id, holder, until }: Held & Pick<Taking, 'until'>,
): Promise<boolean | undefined> {
  const row = await db
    .updateTable('uploads')
    .set({ locked_until: until })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .returning('lock_wanted')
    .executeTakeFirst()
  return row && row.lock_wanted === 1
}

/** Ends a lock. `received` is what the file has by now. */
export async function releaseLock(
  db: Db,
  { id, holder, received }: Held & { received: number },
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ locked_by: null, locked_until: null, lock_wanted: 0, received })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .execute()
}
