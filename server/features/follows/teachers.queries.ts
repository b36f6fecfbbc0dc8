import type { Resource } from '#server/auth/permissions.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'

export async function teacherToFollow(db: Db, id: string): Promise<({ id: string } & Resource) | undefined> {
  if (!isId(id)) return undefined
  const teacher = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'Teacher')
    .executeTakeFirst()
  return teacher && { ...teacher, access: { ownerId: id } }
}
