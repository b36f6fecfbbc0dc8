import type { Resource } from '#server/auth/permissions.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'

type Target = { id: string } & Resource

export async function teacherToFollow(db: Db, id: string): Promise<Target | undefined> {
  const user = await findUser(db, id)
  return user?.role === 'Teacher' ? { id, access: { ownerId: id } } : undefined
}

/** Any user: an admin may have changed the role since. */
export async function userToUnfollow(db: Db, id: string): Promise<Target | undefined> {
  const user = await findUser(db, id)
  return user && { id, access: { ownerId: id } }
}

async function findUser(db: Db, id: string) {
  if (!isId(id)) return
  return db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
}
