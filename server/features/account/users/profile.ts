import { EMAIL_TAKEN } from '#contract/account/auth.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { PROFESSION_MESSAGE } from '#contract/account/user-fields.ts'
import {
  LEAVING_TEACHER,
  OLD_PASSWORD_FOR_EMAIL,
  OLD_PASSWORD_FOR_PASSWORD,
  OLD_PASSWORD_WRONG,
  type ProfileDraft,
} from '#contract/account/users.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import { hashPassword, rejectWeakPassword } from '#server/auth/passwords.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Limits } from '#server/auth/rate-limit.ts'
import { endSessions, startSession } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { SiteSettings } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { emit } from '#server/events.ts'
import {
  ADDRESS_CHANGED_MAIL,
  CHANGE_ADDRESS_MAIL,
  PASSWORD_CHANGED_MAIL,
} from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { spendLink } from '#server/features/mail/link-limits.ts'
import type { Images } from '#server/features/media/media.ts'
import { notifySecurity, type Services } from '#server/features/notifications/notify-security.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { rejectName } from './names.ts'
import { type Account, findAccount, NEW_ADDRESS, ownsPlaylists, updateAccount } from './users.queries.ts'
import {
  cancelLinks,
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
  limits: Limits
  settings: SiteSettings
  throttle: LoginThrottle
  /** Whether a new address is applied only after its link was opened. */
  confirmsAddress: boolean
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
 * new address ends the other sessions, or stays pending until its link is opened; both need the old password. The picture is
 * stored before the row refers to it, and deleted if the update fails.
 */
export async function updateProfile(
  parts: ProfileParts,
  wanted: ProfileChange,
): Promise<{ updatedUser: SessionUser; isPending: boolean; asksToTeach: boolean }> {
  const { db, images } = parts
  const { change, asksToTeach } = await withPolicy(parts, wanted)
  const { account, draft, image, token } = change
  rejectMissingProfession(account, draft)
  const { username = account.username } = draft
  if (username !== account.username) await rejectName(db, { username, userId: account.id })
  await checkSecrets(parts, change)
  const passwordHash = draft.newPassword === undefined ? undefined : await hashPassword(draft.newPassword)
  const photo = image && (await images.save(image, { kind: 'portrait', ownerId: account.id }))
  const made = {
    ...(passwordHash !== undefined && {
      password_hash: passwordHash,
      password_changed_at: new Date().toISOString(),
    }),
    ...(photo !== undefined && { photo }),
  }
  const { formerPhoto, newToken, isPending } = await transaction(db, async (trx, after) => {
    after(parts.jobs.wake)
    const { events, ...applied } = await applyChange(
      trx,
      { ...change, confirmsAddress: parts.confirmsAddress, services: parts },
      made,
    )
    if (asksToTeach) await askToTeach(trx, parts, change)
    for (const event of events)
      await notifySecurity(parts, { trx, after }, { userId: account.id, event, meta: change.meta })
    return applied
  }).catch(async (error: unknown) => {
    if (photo !== undefined) await images.release([photo])
    throw error
  })
  if (photo !== undefined && photo !== formerPhoto) await images.release([formerPhoto])
  return { updatedUser: await sessionUser(db, account.id, newToken ?? token), isPending, asksToTeach }
}

/** Where an admin decides who may teach, the role stays and the user asks. Throws `invalid` where teachers are invited. */
async function withPolicy(
  { settings }: ProfileParts,
  change: ProfileChange,
): Promise<{ change: ProfileChange; asksToTeach: boolean }> {
  const { account, draft } = change
  const wantsToTeach = draft.role === 'Teacher' && account.role !== 'Teacher'
  const teachers = wantsToTeach ? await settings.get('teachers') : 'open'
  if (teachers === 'invitation') throw invalid('role', 'Teachers are invited here.')
  if (teachers === 'open') return { change, asksToTeach: false }
  return { change: { ...change, draft: { ...draft, role: undefined } }, asksToTeach: true }
}

function askToTeach(trx: Db, context: ProfileParts, { account, draft }: ProfileChange): Promise<void> {
  return emit(trx, 'teaching.requested', { userId: account.id, reason: draft.teachingReason ?? '', context })
}

/** The columns to write; only the role Other has a profession. */
function wantedProfile(account: Account, draft: ProfileDraft) {
  const { username, email, role = account.role, profession, profilePrivate, siteQuote } = draft
  return {
    ...(username !== undefined && { username, username_key: nameKey(username) }),
    ...(email !== undefined && { email, email_key: emailKey(email) }),
    ...(profilePrivate !== undefined && { profile_private: profilePrivate ? 1 : 0 }),
    ...(siteQuote !== undefined && { site_quote: siteQuote === '' ? null : siteQuote }),
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
  { db, limits, throttle, settings, confirmsAddress }: ProfileParts,
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
    const siteName = await settings.get('siteName')
    await rejectWeakPassword({ field: 'newPassword', password: newPassword, siteName, username, email })
  }
  const isRight = await checkOwnPassword({ db, throttle }, { viewer, password: oldPassword, meta })
  if (!isRight) throw invalid('oldPassword', OLD_PASSWORD_WRONG)
  if (!movesEmail) return
  if (await emailIsTaken(db, email)) throw new AppError('conflict', EMAIL_TAKEN)
  if (confirmsAddress) await spendLink(limits, { userId: account.id, emailKey: emailKey(email) })
}

interface Made {
  password_hash?: string
  password_changed_at?: string
  photo?: string
}
type Changes = ReturnType<typeof wantedProfile> & Made

interface Applied {
  confirmsAddress: boolean
  services: Services
}

/** Applies the whole change in one transaction and repeats the earlier checks in it. */
async function applyChange(
  trx: Db,
  { account, viewer, meta, draft: wanted, confirmsAddress, services }: ProfileChange & Applied,
  made: Made,
) {
  const now = await lockAccount(trx, account.id)
  if (now?.password_hash !== account.password_hash) throw new AppError('invalid_token', SESSION_EXPIRED)
  const { email, ...others } = wanted
  const pending =
    confirmsAddress && email !== undefined && emailKey(email) !== now.email_key ? email : undefined
  const draft = pending === undefined ? wanted : others
  rejectMissingProfession(now, draft)
  const changes = { ...wantedProfile(now, draft), ...made }
  if (now.role === 'Teacher' && changes.role !== 'Teacher' && (await ownsPlaylists(trx, now.id))) {
    throw new AppError('conflict', LEAVING_TEACHER)
  }
  const at = new Date().toISOString()
  const newToken = await renewAccess(trx, { viewer, meta, before: now, changes })
  const moves = movesEmail({ before: now, changes })
  await updateAccount(trx, now.id, {
    ...changes,
    ...(moves && NEW_ADDRESS),
    ...(pending !== undefined && { pending_email: pending, pending_email_at: at }),
    updated_at: at,
  }).catch(rejectTakenEmail)
  await emitChanges(trx, services, { before: now, changes })
  await auditChange(trx, { before: now, changes, meta })
  await addMails(trx, { before: now, changes, pending })
  const events = [
    ...(changes.password_hash === undefined ? [] : ['password' as const]),
    ...(moves ? ['address' as const] : []),
  ]
  return { formerPhoto: now.photo, newToken, isPending: pending !== undefined, events }
}

async function emitChanges(
  trx: Db,
  context: Services,
  { before, changes }: Pick<Changed, 'before' | 'changes'>,
) {
  const { username = before.username, role } = changes
  if (movesEmail({ before, changes })) await emit(trx, 'user.addressChanged', { userId: before.id, context })
  const hasNewName = username !== before.username
  if (hasNewName || role !== before.role) await emit(trx, 'user.renamed', { userId: before.id, hasNewName })
  if (changes.profile_private !== undefined) await emit(trx, 'user.privacyChanged', { userId: before.id })
}

interface Changed {
  before: Account
  changes: Changes
  meta: RequestMeta
}

/** Revokes the sessions, links and codes that belong to the old password or address. */
async function renewAccess(trx: Db, { viewer, meta, before, changes }: Changed & { viewer: Viewer }) {
  const renewsPassword = changes.password_hash !== undefined
  if (!(renewsPassword || movesEmail({ before, changes }))) return
  await cancelLinks(trx, before.id)
  await endSessions(trx, before.id, renewsPassword ? undefined : viewer.sessionId)
  if (!renewsPassword) return
  return startSession(trx, { userId: before.id, isAdmin: before.is_admin === 1, meta })
}

/** Adds the mails about a pending address, a changed address and a new password. */
async function addMails(
  trx: Db,
  { before, changes, pending }: Omit<Changed, 'meta'> & { pending: string | undefined },
): Promise<void> {
  const { id: userId } = before
  if (pending !== undefined) {
    await addMail(trx, { userId, kind: CHANGE_ADDRESS_MAIL, data: {}, address: pending })
  }
  if (movesEmail({ before, changes })) {
    const data =
      before.email_verified_at !== null && changes.email !== undefined ? { newAddress: changes.email } : {}
    await addMail(trx, { userId, kind: ADDRESS_CHANGED_MAIL, data, address: before.email })
  }
  if (changes.password_hash !== undefined) {
    await addMail(trx, { userId, kind: PASSWORD_CHANGED_MAIL, data: {} })
  }
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
