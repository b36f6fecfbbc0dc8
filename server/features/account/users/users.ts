import { EMAIL_LEAVING, EMAIL_TAKEN } from '#contract/account/auth.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Role } from '#contract/account/user-fields.ts'
import type { User, UsersQuery } from '#contract/account/users.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import { withoutInvisible } from '#contract/text-rule.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { type ThrottleParts, throttled } from '#server/auth/login-throttle.ts'
import { verifyPassword } from '#server/auth/passwords.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isUniqueViolation } from '#server/data/dialect.ts'
import { isId } from '#server/data/ids.ts'
import { lockToChange, lockToDelete } from '#server/data/locks.ts'
import type { EmailTokenRow } from '#server/data/notification-rows.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emit } from '#server/events.ts'
import { lockCounted } from '#server/features/catalog/playlists/counts.queries.ts'
import { recountRows } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { forgetTotalsOfTeacher } from '#server/features/catalog/playlists/reaction-totals.queries.ts'
import { cancelTokens } from '#server/features/mail/email-tokens.queries.ts'
import type { Images } from '#server/features/media/media.ts'
import { AppError } from '#server/http/app-error.ts'
import { findSessionUser, publicUsers } from './user-rows.queries.ts'
import {
  type Account,
  countUsers,
  deleteAccount,
  deleteResetCodes,
  findAccount,
  findAccountByEmail,
  imagesOf,
  insertAccount,
  pageOfUsers,
  playlistIdsOf,
  updateAccount,
} from './users.queries.ts'

/** Long enough to sort by and short enough for a cursor. */
const NAME_KEY_MAX = 80

/** Addresses that differ only in case belong to the same account. */
export function emailKey(email: string): string {
  return withoutInvisible(email).trim().normalize().toLowerCase()
}

export function nameKey(username: string): string {
  return sortKey(username).slice(0, NAME_KEY_MAX)
}

/** One user as the viewer may see them. */
export async function findUser(
  db: Db,
  viewer: Viewer | undefined,
  id: string,
): Promise<({ user: User } & Resource) | undefined> {
  const [user] = isId(id) ? await publicUsers(db, viewer, [id]) : []
  return user && { user, access: { ownerId: id } }
}

/**
 * Users, newest first. Only admins may choose the order and filter by address; for others these inputs are ignored. Only admins
 * find users who hide their profile.
 */
export async function listUsers(db: Db, viewer: Viewer | undefined, query: UsersQuery) {
  const isAdmin = viewer?.isAdmin === true
  const sort = (isAdmin && query.sort) || 'created'
  const order = (isAdmin && query.order) || (sort === 'created' ? 'desc' : 'asc')
  const filter = {
    role: query.role,
    omitsPrivate: !isAdmin,
    isQuoted: query.quoted !== undefined,
    ...(query.q && { nameHas: sortKey(query.q), ...(isAdmin && { emailHas: query.q.toLowerCase() }) }),
  }
  const limit = query.limit ?? LIST_LIMIT_DEFAULT
  const { rows, nextCursor } = await pageOfUsers(db, filter, { sort, order, limit, cursor: query.cursor })
  const ids = rows.map(({ id }) => id)
  const [users, total] = await Promise.all([publicUsers(db, viewer, ids), countUsers(db, filter)])
  return { users, total, nextCursor }
}

/** The user of a new session; throws if they were deleted meanwhile. */
export async function sessionUser(db: Db, userId: string, token: string): Promise<SessionUser> {
  const user = await findSessionUser(db, userId, token)
  if (!user) throw new AppError('invalid_token', SESSION_EXPIRED)
  return user
}

/** Finds a user by e-mail address, ignoring case. `isLeaving`: they have deleted their account and can undo it by logging in. */
export async function userByEmail(
  db: Db,
  email: string,
): Promise<{ id: string; email: string; mayNotLogIn: boolean; isLeaving: boolean } | undefined> {
  const account = await findAccountByEmail(db, emailKey(email))
  if (!account) return undefined
  const { id, suspended_at, deleted_at, deleted_by } = account
  return {
    id,
    email: account.email,
    mayNotLogIn: suspended_at !== null || isDeletedByAdmin(account),
    isLeaving: deleted_at !== null && deleted_by === id,
  }
}

export async function emailIsTaken(db: Db, email: string): Promise<boolean> {
  return (await userByEmail(db, email)) !== undefined
}

/** Throws the `conflict` AppError for an address that has an account, also a deleted one. */
export async function rejectKnownEmail(db: Db, email: string): Promise<void> {
  const user = await userByEmail(db, email)
  if (user) throw new AppError('conflict', user.isLeaving ? EMAIL_LEAVING : EMAIL_TAKEN)
}

interface NewUser {
  id: string
  username: string
  email: string
  passwordHash: string
  role: Role
  profession?: string | undefined
  photo: string
  isAdmin?: boolean
  /** For an address that the operator chose, or whose owner has shown that it is theirs. */
  isVerified?: boolean
  /** The user cannot log in before they have confirmed their address. */
  confirmsFirst?: boolean
}

/** Inserts an account. Throws the `conflict` AppError if the address has one, even under concurrent sign-ups. */
export async function addUser(trx: Db, person: NewUser): Promise<void> {
  const {
    id,
    username,
    email,
    passwordHash,
    role,
    profession,
    photo,
    isAdmin = false,
    isVerified = false,
    confirmsFirst = false,
  } = person
  const now = new Date().toISOString()
  const row = {
    id,
    username,
    username_key: nameKey(username),
    email,
    email_key: emailKey(email),
    password_hash: passwordHash,
    role,
    profession: profession ?? null,
    photo,
    is_admin: isAdmin ? 1 : 0,
    email_verified_at: isVerified ? now : null,
    confirm_first: confirmsFirst ? 1 : 0,
    created_at: now,
    updated_at: now,
  }
  await insertAccount(trx, row).catch(rejectTakenEmail)
  await emit(trx, 'user.renamed', { userId: id, hasNewName: false })
}

export function rejectTakenEmail(error: unknown): never {
  throw isUniqueViolation(error) ? new AppError('conflict', EMAIL_TAKEN) : error
}

interface Guess {
  email: string
  password: string
  meta: RequestMeta
}

/** Nobody gets into such an account, and no answer says why. */
const isDeletedByAdmin = ({ id, deleted_at, deleted_by }: Account) => deleted_at !== null && deleted_by !== id

/**
 * The account with this address and password, or `undefined`. An unknown address and a wrong password cost the same time and
 * count the same. Throws the 429 and 503 AppErrors.
 */
export function checkPassword(
  { db, throttle }: ThrottleParts,
  { email, password, meta }: Guess,
): Promise<Account | undefined> {
  const key = emailKey(email)
  return throttled({ db, throttle }, { emailKey: key, meta }, async () => {
    const account = await findAccountByEmail(db, key)
    const isRight = await verifyPassword(account?.password_hash, password)
    return isRight && account && !isDeletedByAdmin(account) ? account : undefined
  })
}

/** Reads the account and locks it until the transaction ends. */
export async function lockAccount(trx: Db, id: string): Promise<Account | undefined> {
  await lockToChange(trx, 'users', { id })
  return findAccount(trx, id)
}

/** Whether `password` is the viewer's own; failures count like failed logins. */
export async function checkOwnPassword(
  { db, throttle }: ThrottleParts,
  { viewer, password, meta }: { viewer: Viewer; password: string; meta: RequestMeta },
): Promise<boolean> {
  const account = await findAccount(db, viewer.id)
  if (!account) return false
  const right = await checkPassword({ db, throttle }, { email: account.email, password, meta })
  return right?.id === viewer.id
}

/** Locks a user and their work, so that nothing changes while the counts are corrected. */
async function lockWithWork(trx: Db, id: string): Promise<void> {
  await lockToDelete(trx, 'users', { id })
  await lockToDelete(trx, 'playlists', { teacher_id: id })
  for (const table of ['likes', 'comment_likes', 'saves', 'follows'] as const)
    await lockToDelete(trx, table, { user_id: id })
  for (const playlistId of await playlistIdsOf(trx, id)) {
    await lockToDelete(trx, 'saves', { playlist_id: playlistId })
  }
}

interface Deletion {
  /** The same transaction writes the audit log. */
  meta?: RequestMeta
  onlyIf?: (account: Account) => boolean
}

/** Deletes a user with all their playlists, comments, likes and saves; `false` if they do not exist or stay. */
export async function deleteUser(
  { db, images }: { db: Db; images: Images },
  id: string,
  { meta, onlyIf }: Deletion = {},
): Promise<boolean> {
  const { deleted, pictures } = await transaction(db, async (trx) => {
    await lockWithWork(trx, id)
    const account = onlyIf && (await findAccount(trx, id))
    if (account && !onlyIf(account)) return { deleted: false, pictures: [] }
    const pictures = await imagesOf(trx, id)
    const counted = await lockCounted(trx, id)
    await emit(trx, 'user.deleting', { userId: id })
    const deleted = await deleteAccount(trx, id)
    await recountRows(trx, counted)
    await forgetTotalsOfTeacher(trx, id)
    await emit(trx, 'item.gone', {})
    if (deleted && meta) await audit(trx, meta, { action: 'user.deleted', subject: id })
    return { deleted, pictures }
  })
  await images.release(pictures)
  return deleted
}

type Cancelled = Exclude<EmailTokenRow['kind'], 'undo'>

/**
 * Makes links and codes from before a new password or address useless, and forgets a pending address. An undo link stays
 * valid, so that the owner can restore an address that somebody else changed.
 */
export async function cancelLinks(
  trx: Db,
  userId: string,
  kinds: Cancelled[] = ['change', 'reset'],
): Promise<void> {
  await cancelTokens(trx, { userId, now: new Date().toISOString(), kinds })
  await deleteResetCodes(trx, userId)
  await updateAccount(trx, userId, { pending_email: null, pending_email_at: null })
}
