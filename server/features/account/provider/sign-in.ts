import {
  ACCOUNT_EXISTS,
  ASK_FOR_ACCOUNT,
  addressUnconfirmed,
  SIGN_IN_TOO_OLD,
} from '#contract/account/provider-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { Email } from '#contract/account/user-fields.ts'
import { domainsNeeded } from '#contract/settings/registration-messages.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import { newChallenge } from '#server/auth/challenges.ts'
import { type SignedIn, takeTicket } from '#server/auth/provider-tickets.ts'
import { transaction } from '#server/data/database.ts'
import { beginSession } from '#server/features/account/auth/auth-parts.ts'
import { isWithin } from '#server/features/account/auth/registration-terms.ts'
import { sessionUser, userByEmail } from '#server/features/account/users/users.ts'
import { AppError } from '#server/http/app-error.ts'
import { applyClaims, claimRules } from './claims.ts'
import { findIdentity, updateIdentity } from './identities.queries.ts'
import { nameFor } from './names.ts'
import type { Newcomer } from './newcomer.ts'
import type { ProviderParts } from './provider-parts.ts'
import { createAccount } from './sign-up.ts'

/** Long enough to fill in a form with a picture. */
const SIGN_UP_LIFE_MS = 30 * 60_000

interface Missing {
  signup: { challenge: string; username: string; email: string }
}

/**
 * Starts a session for the person of a ticket. Somebody new gets an account, or what the form of the first sign-in needs. Throws
 * `account_exists` with a challenge where their address has an account, and `forbidden` where they may not have one.
 */
export async function useTicket(
  parts: ProviderParts,
  ticket: string,
  meta: RequestMeta,
): Promise<SessionUser | Missing> {
  const { db, settings } = parts
  const person = await takeTicket(db, { ticket, purpose: 'login' }, meta)
  if (!person) throw new AppError('wrong_credentials', SIGN_IN_TOO_OLD)
  const user = await logIn(parts, person, meta)
  if (user) return user
  const newcomer = await admitted(parts, person)
  if ((await settings.get('providerAccounts')) === 'automatic')
    return createAccount(parts, { newcomer, username: nameFor(person), meta })
  const challenge = await newChallenge(db, {
    kind: 'signup',
    data: JSON.stringify(newcomer),
    lifeMs: SIGN_UP_LIFE_MS,
  })
  return { signup: { challenge, username: nameFor(person), email: newcomer.email } }
}

/** Only the issuer and its subject name an account: an address may be given to somebody else. */
async function logIn(
  parts: ProviderParts,
  { issuer, subject, email, values }: SignedIn,
  meta: RequestMeta,
): Promise<SessionUser | undefined> {
  const { db } = parts
  const identity = { issuer, subject }
  if (!(await findIdentity(db, identity))) return undefined
  const rules = await claimRules(parts)
  const begun = await transaction(db, async (trx, after) => {
    const account = await applyClaims(trx, { identity, values, rules, meta, context: parts })
    if (!account) return
    await updateIdentity(trx, identity, { email })
    return { userId: account.id, token: await beginSession(parts, { trx, after, account, meta }) }
  })
  return begun && sessionUser(db, begun.userId, begun.token)
}

/** Throws unless this person may have a new account. */
async function admitted(parts: ProviderParts, person: SignedIn): Promise<Newcomer> {
  const { db, settings, provider } = parts
  const { issuer, subject, isVerified, values } = person
  const address = Email.safeParse(person.email)
  if (!(isVerified && address.success))
    throw new AppError('forbidden', addressUnconfirmed(provider.config.label))
  const newcomer = { issuer, subject, email: address.data, values }
  const owner = await userByEmail(db, newcomer.email)
  if (owner) {
    const data = JSON.stringify(newcomer)
    const challenge = await newChallenge(db, { kind: 'connect', userId: owner.id, data })
    throw new AppError('account_exists', ACCOUNT_EXISTS, { challenge })
  }
  if ((await settings.get('providerAccounts')) === 'off') throw new AppError('forbidden', ASK_FOR_ACCOUNT)
  if ((await settings.get('registration')) === 'domain') {
    const domains = await settings.get('registrationDomains')
    if (!isWithin(domains, newcomer.email)) throw new AppError('forbidden', domainsNeeded(domains))
  }
  return newcomer
}
