import { EMAIL_TAKEN } from '#contract/account/auth.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { SetupDraft } from '#contract/account/setup.ts'
import { CODE_DEAD, CODE_NOT_RIGHT, NO_ADMIN_YET, SET_UP_ALREADY } from '#contract/account/setup-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { hashPassword, rejectWeakPassword } from '#server/auth/passwords.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { findSite } from '#server/data/site-row.ts'
import { emit } from '#server/events.ts'
import { rejectName } from '#server/features/account/users/names.ts'
import { addUser, emailIsTaken, emailKey, sessionUser } from '#server/features/account/users/users.ts'
import { VERIFY_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { drawPortrait } from '#server/features/media/portrait.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { type AuthParts, beginSession } from './auth-parts.ts'
import { linkTo } from './register.ts'
import { hashCode, newCode } from './reset.ts'
import { giveTryBack, hasAdmin, spendSetupCode, storeSetupCode, takeSetupTry } from './setup.queries.ts'

/** Two groups of four letters: 39 bits, of which twenty tries guess nothing. */
const GROUPS = 2
const TRIES_MAX = 20

/** Whether the first admin is still to be made. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  return !(await hasAdmin(db))
}

/** Draws a new code, of which only the hash is stored. `undefined` for a site that has an admin or has not started yet. */
export async function drawSetupCode(db: Db): Promise<string | undefined> {
  if (await hasAdmin(db)) return undefined
  const code = newCode(GROUPS)
  return (await storeSetupCode(db, hashCode(code))) ? code : undefined
}

/** What the terminal of a site without admins says. */
export function setupSentence(origin: string, code: string): string {
  return `${NO_ADMIN_YET} Open ${origin}/setup and enter the code ${code}.`
}

/** Throws `not_found` once there is an admin, and `too_many_requests` while the code is dead. */
export async function rejectSetup(db: Db): Promise<void> {
  if (await hasAdmin(db)) throw setupDone()
  if (((await findSite(db))?.setup_tries ?? 0) >= TRIES_MAX) throw deadCode()
}

const setupDone = () => new AppError('not_found', SET_UP_ALREADY)
const deadCode = () => new AppError('too_many_requests', CODE_DEAD)

interface Setup {
  draft: SetupDraft
  image: Buffer | undefined
  meta: RequestMeta
}

/** Creates the first admin, for the right code, and starts their session. A failed try leaves neither row nor picture. */
export async function setUpSite(parts: AuthParts, { draft, image, meta }: Setup): Promise<SessionUser> {
  const { db, images, jobs } = parts
  const { username, email, password } = draft
  const siteName = await parts.settings.get('siteName')
  const hash = await rightCode(db, draft.code)
  await rejectName(db, { username })
  await rejectWeakPassword({ field: 'password', password, siteName, username, email })
  if (await emailIsTaken(db, email)) throw new AppError('conflict', EMAIL_TAKEN)
  const id = newId()
  const passwordHash = await hashPassword(password)
  const portrait = { kind: 'portrait', ownerId: id } as const
  const photo = await (image
    ? images.save(image, portrait)
    : images.saveDrawing(drawPortrait(username), portrait))
  const insert = async (sendsLink: boolean) =>
    transaction(db, async (trx, after) => {
      if (!(await spendSetupCode(trx, hash)) || (await hasAdmin(trx))) throw setupDone()
      await addUser(trx, { id, username, email, passwordHash, role: 'Student', photo, isAdmin: true })
      await audit(trx, meta, { action: 'register', actorId: id, subject: id, detail: { role: 'Student' } })
      await audit(trx, meta, { action: 'admin.made', actorId: id, subject: id })
      await emit(trx, 'user.registered', { userId: id, invitationId: undefined })
      if (sendsLink) await addMail(trx, { userId: id, kind: VERIFY_MAIL, data: {} })
      after(jobs.wake)
      return beginSession(parts, { trx, after, account: { id, is_admin: 1 }, meta })
    })
  const token = await linkTo(
    parts,
    { confirmsFirst: false, isVerified: false },
    { userId: id, emailKey: emailKey(email) },
  )
    .then(({ isSent }) => insert(isSent))
    .catch(async (error: unknown) => {
      await images.release([photo])
      throw error
    })
  return sessionUser(db, id, token)
}

/** The hash of the code. Throws an AppError for a wrong or dead one. */
async function rightCode(db: Db, code: string): Promise<string> {
  const taken = await takeSetupTry(db, TRIES_MAX)
  if (!taken) throw deadCode()
  const hash = hashCode(code)
  if (taken.hash !== hash) throw invalid('code', CODE_NOT_RIGHT)
  await giveTryBack(db, hash)
  return hash
}
