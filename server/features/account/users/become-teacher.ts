import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Db } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { type Account, updateAccount } from './users.queries.ts'

/** Makes a user a teacher, in the transaction that has locked the account. The profession goes with the former role. */
export async function becomeTeacher(
  trx: Db,
  { id: userId, role }: Pick<Account, 'id' | 'role'>,
  { actorId, meta }: { actorId: string; meta: RequestMeta },
): Promise<void> {
  const now = new Date().toISOString()
  await updateAccount(trx, userId, { role: 'Teacher', profession: null, updated_at: now })
  await emit(trx, 'user.renamed', { userId, hasNewName: false })
  const detail = { from: role, to: 'Teacher' }
  await audit(trx, meta, { action: 'role.changed', actorId, subject: userId, detail })
}
