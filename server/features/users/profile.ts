import { EMAIL_TAKEN } from '#contract/auth.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import type { SessionUser } from '#contract/session-user.ts'
import { PROFESSION_MESSAGE } from '#contract/user-fields.ts'
import {
  LEAVING_TEACHER,
  OLD_PASSWORD_FOR_EMAIL,
  OLD_PASSWORD_FOR_PASSWORD,
  OLD_PASSWORD_WRONG,
  type ProfileDraft,
} from '#contract/users.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import { hashPassword, rejectWeakPassword } from '#server/auth/passwords.ts'
import type { Resource } from '#server/auth/permissions.ts'
import { endSessions, startSession } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import type { Images } from '#server/features/media/media.ts'
import { notifySecurity, type Services } from '#server/features/notifications/notify-security.ts'
import { reindexName } from '#server/features/search/index/names.queries.ts'
import { reindexTeacher } from '#server/features/search/index/search-index.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { rejectName } from './names.ts'
import { type Account, deleteResetCodes, findAccount, ownsPlaylists, updateAccount } from './users.queries.ts'
import {
  checkOwnPassword,
  emailIsTaken,
  emailKey,
  lockAccount,
  nameKey,
  rejectTakenEmail,
  sessionUser,
} from './users.ts'

export interface ProfileParts extends Services {
  db: Db
  images: Images
  throttle: LoginThrottle
  siteName: string
}

export async function accountToChange(db: Db, id: string): Promise<(Account & Resource) | undefined> {
  const account = isId(id) ? await findAccount(db, id) : undefined
  return account && { ...account, access: { ownerId: id } }
}

interface ProfileChange {
  account: Account
  viewer: Viewer
  /** The token of the request. */
  token: string
  meta: RequestMeta
  draft: ProfileDraft
  image: Buffer | undefined
}

/**
 * Updates the fields of the caller's profile that are in the draft. A new password ends all sessions and starts a new one; a
 * new address ends the other sessions; both need the old password. The picture is stored before the row refers to it, and
 * deleted if the update fails.
 */
export async function updateProfile(parts: ProfileParts, change: ProfileChange): Promise<SessionUser> {
  const { db, images } = parts
  const { account, draft, image, token } = change
  rejectMissingProfession(account, draft)
  const { username = account.username } = draft
  if (username !== account.username) await rejectName(db, { username, userId: account.id })
  await checkSecrets(parts, change)
  const passwordHash = draft.newPassword === undefined ? undefined : await hashPassword(draft.newPassword)
  const photo = image && (await images.save(image, { kind: 'portrait', ownerId: account.id }))
  const made = {
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(photo !== undefined && { photo }),
  }
  const { formerPhoto, newToken } = await transaction(db, async (trx, after) => {
    if (made.password_hash !== undefined) {
      await notifySecurity(
        parts,
        { trx, after },
        { userId: account.id, event: 'password', meta: change.meta },
      )
    }
    return applyChange(trx, change, made)
  }).catch(async (error: unknown) => {
    if (photo !== undefined) await images.release([photo])
    throw error
  })
  if (photo !== undefined && photo !== formerPhoto) await images.release([formerPhoto])
  return sessionUser(db, account.id, newToken ?? token)
}

/** The columns to write; only the role Other has a profession (specification section 5). */
function wantedProfile(account: Account, { username, email, role = account.role, profession }: ProfileDraft) {
  return {
    ...(username !== undefined && { username, username_key: nameKey(username) }),
    ...(email !== undefined && { email, email_key: emailKey(email) }),
    role,
    profession: role === 'Other' ? (profession ?? account.profession) : null,
  }
}

function rejectMissingProfession(account: Account, draft: ProfileDraft): void {
  const { role, profession } = wantedProfile(account, draft)
  if (role === 'Other' && !profession) throw invalid('profession', PROFESSION_MESSAGE)
}

/** Checks the changes that need the old password, in the order of the form. */
async function checkSecrets(
  { db, throttle, siteName }: ProfileParts,
  { account, viewer, draft, meta }: ProfileChange,
): Promise<void> {
  const { newPassword, oldPassword, email = account.email, username = account.username } = draft
  const movesEmail = emailKey(email) !== account.email_key
  if (newPassword === undefined && !movesEmail) return
  if (!oldPassword) {
    throw invalid(
      'oldPassword',
      newPassword === undefined ? OLD_PASSWORD_FOR_EMAIL : OLD_PASSWORD_FOR_PASSWORD,
    )
  }
  if (newPassword !== undefined) {
    await rejectWeakPassword({ field: 'newPassword', password: newPassword, siteName, username, email })
  }
  const isRight = await checkOwnPassword({ db, throttle }, { viewer, password: oldPassword, meta })
  if (!isRight) throw invalid('oldPassword', OLD_PASSWORD_WRONG)
  if (movesEmail && (await emailIsTaken(db, email))) throw new AppError('conflict', EMAIL_TAKEN)
}

interface Made {
  password_hash?: string
  photo?: string
}
type Changes = ReturnType<typeof wantedProfile> & Made

/** Applies the whole change in one transaction and repeats the earlier checks in it. */
async function applyChange(trx: Db, { account, viewer, meta, draft }: ProfileChange, made: Made) {
  const now = await lockAccount(trx, account.id)
  if (now?.password_hash !== account.password_hash) throw new AppError('invalid_token', SESSION_EXPIRED)
  rejectMissingProfession(now, draft)
  const changes = { ...wantedProfile(now, draft), ...made }
  if (now.role === 'Teacher' && changes.role !== 'Teacher' && (await ownsPlaylists(trx, now.id))) {
    throw new AppError('conflict', LEAVING_TEACHER)
  }
  await updateAccount(trx, now.id, { ...changes, updated_at: new Date().toISOString() }).catch(
    rejectTakenEmail,
  )
  await reindex(trx, now, changes)
  const newToken = await renewAccess(trx, { viewer, meta, before: now, changes })
  await auditChange(trx, { before: now, changes, meta })
  return { formerPhoto: now.photo, newToken }
}

/** Updates the search index, which depends on the name and the role. */
async function reindex(trx: Db, before: Account, { username = before.username, role }: Changes) {
  if (username === before.username && role === before.role) return
  await reindexName(trx, before.id)
  if (username !== before.username) await reindexTeacher(trx, before.id)
}

interface Changed {
  before: Account
  changes: Changes
  meta: RequestMeta
}

/** Revokes the sessions and the reset code that belong to the old password or address. */
async function renewAccess(trx: Db, { viewer, meta, before, changes }: Changed & { viewer: Viewer }) {
  const renewsPassword = changes.password_hash !== undefined
  if (!(renewsPassword || movesEmail({ before, changes }))) return
  await deleteResetCodes(trx, before.id)
  await endSessions(trx, before.id, renewsPassword ? undefined : viewer.sessionId)
  if (!renewsPassword) return
  return startSession(trx, { userId: before.id, isAdmin: before.is_admin === 1, meta })
}

function movesEmail({ before, changes }: Pick<Changed, 'before' | 'changes'>): boolean {
  return changes.email_key !== undefined && changes.email_key !== before.email_key
}

async function auditChange(trx: Db, { before, changes, meta }: Changed): Promise<void> {
  const entry = { actorId: before.id, subject: before.id }
  if (changes.password_hash !== undefined) await audit(trx, meta, { ...entry, action: 'password.changed' })
  if (movesEmail({ before, changes })) await audit(trx, meta, { ...entry, action: 'email.changed' })
  if (changes.role !== before.role) {
    const detail = { from: before.role, to: changes.role }
    await audit(trx, meta, { ...entry, action: 'role.changed', detail })
  }
}
