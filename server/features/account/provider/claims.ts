import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { endSessions } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import type { IdentityRow } from '#server/data/account-rows.ts'
import { afterCommit, type Db } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import {
  type Account,
  lockAdmins,
  ownsPlaylists,
  updateAccount,
} from '#server/features/account/users/users.queries.ts'
import { lockAccount } from '#server/features/account/users/users.ts'
import { findIdentity, updateIdentity } from './identities.queries.ts'

/** The values of the claim that make a teacher or an admin; empty for none. */
export interface ClaimRules {
  teacher: string
  admin: string
}

export async function claimRules({ settings }: Pick<AppContext, 'settings'>): Promise<ClaimRules> {
  return { teacher: await settings.get('providerTeacher'), admin: await settings.get('providerAdmin') }
}

interface Applied {
  identity: Pick<IdentityRow, 'issuer' | 'subject'>
  values: readonly string[]
  rules: ClaimRules
  meta: RequestMeta
  context: Pick<AppContext, 'events' | 'jobs' | 'invalidation'>
}

/**
 * Gives a user the roles and groups of their claim, and takes back those that an earlier claim gave. Owners of playlists stay
 * teachers, and the last admin stays one. Locks the account and returns it as it is now.
 */
export async function applyClaims(trx: Db, applied: Applied): Promise<Account | undefined> {
  const { identity, values, rules, meta, context } = applied
  const before = await findIdentity(trx, identity)
  if (!before) return undefined
  // Before the lock on the account, as in every other change of an admin.
  const admins = before.gave_admin === 1 ? await lockAdmins(trx) : []
  const account = await lockAccount(trx, before.user_id)
  const row = await findIdentity(trx, identity)
  if (!account || row?.user_id !== account.id) return undefined
  const has = (value: string) => value !== '' && values.includes(value)
  const isOther = (id: string) => id !== account.id
  const change = { account, row, meta }
  const gave_teacher = await applyTeacher(trx, change, has(rules.teacher))
  const gave_admin = await applyAdmin(trx, change, {
    isGiven: has(rules.admin),
    mayEnd: admins.some(isOther),
  })
  await updateIdentity(trx, identity, { gave_teacher, gave_admin })
  const now = await lockAccount(trx, account.id)
  // Most sign-ins change nothing that visitors see.
  if (now?.role !== account.role || now.is_admin !== account.is_admin)
    afterCommit(trx, () => context.invalidation.invalidate('everything'))
  await emit(trx, 'provider.loggedIn', { userId: account.id, values, context })
  return now
}

interface Change {
  account: Account
  row: IdentityRow
  meta: RequestMeta
}

/** Returns whether a claim is the reason why the user is a teacher. */
async function applyTeacher(trx: Db, { account, row, meta }: Change, isGiven: boolean): Promise<number> {
  const isTeacher = account.role === 'Teacher'
  if (isGiven === isTeacher) return isGiven ? row.gave_teacher : 0
  if (!isGiven && (row.gave_teacher === 0 || (await ownsPlaylists(trx, account.id)))) return row.gave_teacher
  const role = isGiven ? 'Teacher' : 'Student'
  await updateAccount(trx, account.id, { role, profession: null, updated_at: new Date().toISOString() })
  await emit(trx, 'user.renamed', { userId: account.id, hasNewName: false })
  const detail = { from: account.role, to: role, by: 'provider' }
  await audit(trx, meta, { action: 'role.changed', subject: account.id, detail })
  return isGiven ? 1 : 0
}

/** Returns whether a claim is the reason why the user is an admin. */
async function applyAdmin(
  trx: Db,
  { account, row, meta }: Change,
  { isGiven, mayEnd }: { isGiven: boolean; mayEnd: boolean },
): Promise<number> {
  const isAdmin = account.is_admin === 1
  if (isGiven === isAdmin) return isGiven ? row.gave_admin : 0
  if (!(isGiven || (row.gave_admin === 1 && mayEnd))) return row.gave_admin
  await updateAccount(trx, account.id, { is_admin: isGiven ? 1 : 0, updated_at: new Date().toISOString() })
  await emit(trx, 'user.rightsChanged', { userId: account.id })
  const action = isGiven ? 'admin.made' : 'admin.unmade'
  await audit(trx, meta, { action, subject: account.id, detail: { by: 'provider' } })
  if (!isGiven) await endSessions(trx, account.id)
  return isGiven ? 1 : 0
}
