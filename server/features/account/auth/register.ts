import type { RegisterDraft } from '#contract/account/auth.ts'
import { ASK_OPERATOR } from '#contract/mail/mail-messages.ts'
import { PROFILE_PHOTO_REQUIRED } from '#contract/media/media.ts'
import { parseConsent } from '#contract/settings/legal-kinds.ts'
import { ADMIN_WILL_DECIDE } from '#contract/settings/registration-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { hashPassword, rejectWeakPassword } from '#server/auth/passwords.ts'
import { transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { emit } from '#server/events.ts'
import { insertConsents } from '#server/features/account/consents/consents.queries.ts'
import { rejectUnknownVersions } from '#server/features/account/consents/consents.ts'
import { rejectName } from '#server/features/account/users/names.ts'
import { addUser, emailKey, rejectKnownEmail } from '#server/features/account/users/users.ts'
import { VERIFY_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { type AskedLink, spendLink, timeUntil } from '#server/features/mail/link-limits.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import type { AuthParts } from './auth-parts.ts'
import { hidden } from './own-mail.ts'
import { type Terms, termsOf } from './registration-terms.ts'

const READY = 'Your account is ready. You can log in now.'

interface Application {
  draft: RegisterDraft
  image: Buffer | undefined
  meta: RequestMeta
}

/**
 * Creates an account with one of the three roles, never an admin. Throws the `conflict` AppError for a taken address; a
 * failed sign-up leaves neither row nor picture. Returns the message of the reply.
 */
export async function register(parts: AuthParts, { draft, image, meta }: Application): Promise<string> {
  const { db, images, jobs } = parts
  const siteName = await parts.settings.get('siteName')
  const { username, email, password, profession, teachingReason = '', consent } = draft
  if (!image) throw invalid('profilePhoto', PROFILE_PHOTO_REQUIRED)
  const terms = await termsOf(parts, draft, meta)
  const { role, asksToTeach, confirmsFirst, isVerified, invitationId } = terms
  const accepted = parseConsent(consent ?? '') ?? {}
  await rejectUnknownVersions(db, accepted)
  await rejectName(db, { username })
  await rejectWeakPassword({ field: 'password', password, siteName, username, email })
  await rejectKnownEmail(db, email)
  const passwordHash = await hashPassword(password)
  const id = newId()
  const photo = await images.save(image, { kind: 'portrait', ownerId: id })
  const user = {
    id,
    username,
    email,
    passwordHash,
    role,
    profession: role === 'Other' ? profession : undefined,
    photo,
    isVerified,
    confirmsFirst,
  }
  const insert = async (link: Link) =>
    transaction(db, async (trx, after) => {
      await addUser(trx, user)
      await insertConsents(trx, id, accepted)
      await audit(trx, meta, { action: 'register', actorId: id, subject: id, detail: { role } })
      await emit(trx, 'user.registered', { userId: id, invitationId })
      if (isVerified) await emit(trx, 'user.addressChanged', { userId: id, context: parts })
      if (asksToTeach)
        await emit(trx, 'teaching.requested', { userId: id, reason: teachingReason, context: parts })
      if (link.isSent) await addMail(trx, { userId: id, kind: VERIFY_MAIL, data: {} })
      after(jobs.wake)
      return link
    })
  const link = await linkTo(parts, terms, { userId: id, emailKey: emailKey(email) })
    .then(insert)
    .catch(async (error: unknown) => {
      await images.release([photo])
      throw error
    })
  return [
    confirmsFirst ? almostDone(parts, email) : READY,
    ...(asksToTeach ? [ADMIN_WILL_DECIDE] : []),
    ...(link.wait === undefined
      ? []
      : [`To confirm your email address, ask for a link ${timeUntil(link.wait)}.`]),
  ].join(' ')
}

interface Link {
  isSent: boolean
  /** How many seconds the user has to wait before they can ask for it. */
  wait?: number
}

/** Counts the link that confirms the address. Throws the 429 AppError where nobody can log in without it. */
export async function linkTo(
  parts: AuthParts,
  { confirmsFirst, isVerified }: Pick<Terms, 'confirmsFirst' | 'isVerified'>,
  asked: AskedLink,
): Promise<Link> {
  if (isVerified || !(confirmsFirst || parts.asksToConfirm)) return { isSent: false }
  try {
    await spendLink(parts.limits, asked)
    return { isSent: true }
  } catch (error) {
    if (confirmsFirst || !(error instanceof AppError) || error.retryAfter === undefined) throw error
    return { isSent: false, wait: error.retryAfter }
  }
}

function almostDone({ mail }: AuthParts, email: string): string {
  const sent = `Open the link that we sent to ${hidden(email)}, then log in.`
  return `Almost done. ${mail.mode === 'outbox' ? ASK_OPERATOR : sent}`
}
