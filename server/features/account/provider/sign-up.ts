import type { ProviderSignUp } from '#contract/account/provider.ts'
import { SIGN_IN_TOO_OLD } from '#contract/account/provider-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Role } from '#contract/account/user-fields.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { findChallenge, takeChallenge } from '#server/auth/challenges.ts'
import { NO_PASSWORD } from '#server/auth/passwords.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { emit } from '#server/events.ts'
import { beginSession } from '#server/features/account/auth/auth-parts.ts'
import { mustAsk } from '#server/features/account/auth/registration-terms.ts'
import { rejectName } from '#server/features/account/users/names.ts'
import { addUser, sessionUser } from '#server/features/account/users/users.ts'
import { drawPortrait } from '#server/features/media/portrait.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { applyClaims, claimRules } from './claims.ts'
import { insertIdentity } from './identities.queries.ts'
import { NAMELESS } from './names.ts'
import { type Newcomer, readNewcomer } from './newcomer.ts'
import type { ProviderParts } from './provider-parts.ts'

interface NewAccount {
  newcomer: Newcomer
  username: string
  role?: Role
  profession?: string | undefined
  /** Why the person wants to teach, where an admin decides. */
  teachingReason?: string | undefined
  image?: Buffer | undefined
  meta: RequestMeta
  /** Throws if another request came first. */
  use?: (trx: Db) => Promise<void>
}

/** Creates the account of the form after a first sign-in, and starts a session. */
export async function signUp(
  parts: ProviderParts,
  { draft, image, meta }: { draft: ProviderSignUp; image: Buffer | undefined; meta: RequestMeta },
): Promise<SessionUser> {
  const { challenge, ...fields } = draft
  const asked = { challenge, kind: 'signup' as const }
  const row = await findChallenge(parts.db, asked)
  if (!row) throw new AppError('wrong_credentials', SIGN_IN_TOO_OLD)
  await rejectName(parts.db, { username: fields.username })
  const use = async (trx: Db) => {
    if (!(await takeChallenge(trx, asked))) throw new AppError('wrong_credentials', SIGN_IN_TOO_OLD)
  }
  return createAccount(parts, { ...fields, newcomer: readNewcomer(row.data), image, meta, use })
}

/**
 * Creates an account without a password, with the given picture or a drawn one, and starts a session. Throws the `conflict`
 * AppError where the address has an account meanwhile.
 */
export async function createAccount(parts: ProviderParts, account: NewAccount): Promise<SessionUser> {
  const { db, images, jobs } = parts
  const { newcomer, image, meta, teachingReason = '', use } = account
  const { issuer, subject, email, values } = newcomer
  const rules = await claimRules(parts)
  const isTeacher = rules.teacher !== '' && values.includes(rules.teacher)
  const asksToTeach = !isTeacher && (await mustAsk(parts, account.role ?? 'Student', undefined))
  if (asksToTeach && teachingReason === '') throw invalid('teachingReason', 'Say what you want to teach.')
  const role = asksToTeach ? 'Student' : (account.role ?? 'Student')
  const username = use ? account.username : await freeName(db, account.username)
  const id = newId()
  const photo = await (image
    ? images.save(image, { kind: 'portrait', ownerId: id })
    : images.saveDrawing(drawPortrait(username), { kind: 'portrait', ownerId: id }))
  const creating = transaction(db, async (trx, after) => {
    await use?.(trx)
    const profession = role === 'Other' ? account.profession : undefined
    const row = { id, username, email, passwordHash: NO_PASSWORD, role, profession, photo }
    await addUser(trx, { ...row, isVerified: true })
    await audit(trx, meta, {
      action: 'register',
      actorId: id,
      subject: id,
      detail: { role, by: 'provider' },
    })
    await insertIdentity(trx, { issuer, subject, user_id: id, email })
    await emit(trx, 'user.registered', { userId: id, invitationId: undefined })
    await emit(trx, 'user.addressChanged', { userId: id, context: parts })
    if (asksToTeach)
      await emit(trx, 'teaching.requested', { userId: id, reason: teachingReason, context: parts })
    const identity = { issuer, subject }
    const now = await applyClaims(trx, { identity, values, rules, meta, context: parts })
    after(jobs.wake)
    after(() => parts.invalidation.invalidate('everything'))
    return beginSession(parts, { trx, after, account: now ?? { id, is_admin: 0 }, meta })
  })
  const token = await creating.catch(async (error: unknown) => {
    await images.release([photo])
    throw error
  })
  return sessionUser(db, id, token)
}

/** A name from the provider that looks like an admin's becomes another one: nobody can correct it in a form. */
async function freeName(db: Db, username: string): Promise<string> {
  try {
    await rejectName(db, { username })
    return username
  } catch (error) {
    if (error instanceof AppError) return NAMELESS
    throw error
  }
}
