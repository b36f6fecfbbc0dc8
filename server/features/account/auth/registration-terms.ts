import { domainToASCII } from 'node:url'
import type { RegisterDraft } from '#contract/account/auth.ts'
import type { Role } from '#contract/account/user-fields.ts'
import {
  domainsNeeded,
  INVITATION_NEEDED,
  REGISTRATION_CLOSED,
  TEACHERS_INVITED,
} from '#contract/settings/registration-messages.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import type { AppContext } from '#server/context.ts'
import { emailKey } from '#server/features/account/users/users.ts'
import { registrationOf } from '#server/features/settings/registration.ts'
import { AppError } from '#server/http/app-error.ts'
import { rejectOtherAddress, usableInvitation } from './invitations.ts'

type Parts = Pick<AppContext, 'db' | 'mail' | 'secrets' | 'settings' | 'throttle'>

/** Throws `forbidden` where nobody may register, also with an invitation. */
export async function rejectClosed(parts: Pick<AppContext, 'mail' | 'settings'>): Promise<void> {
  if ((await registrationOf(parts)).policy === 'closed') throw new AppError('forbidden', REGISTRATION_CLOSED)
}

/** What the site makes of a registration. */
export interface Terms {
  role: Role
  /** The account is a Student's until an admin decides. */
  asksToTeach: boolean
  /** The user cannot log in before they have confirmed their address. */
  confirmsFirst: boolean
  /** The user has shown that the address is theirs: they opened a mailed invitation. */
  isVerified: boolean
  invitationId: string | undefined
}

/** Throws an AppError if this person may not register here, or not as a teacher, or if their invitation cannot be used. */
export async function termsOf(parts: Parts, draft: RegisterDraft, meta: RequestMeta): Promise<Terms> {
  const held = draft.invitation ? await usableInvitation(parts, draft.invitation, meta) : undefined
  if (held) rejectOtherAddress(held.row, draft.email)
  const confirmsFirst = await confirmsAddress(parts, draft.email, held !== undefined)
  const asksToTeach = await mustAsk(parts, draft.role, held?.row.role)
  return {
    role: asksToTeach ? 'Student' : draft.role,
    asksToTeach,
    confirmsFirst,
    isVerified: held?.confirmsAddress ?? false,
    invitationId: held?.row.id,
  }
}

/** Whether the address is confirmed before the first login. Throws `forbidden` for a person who may not register. */
async function confirmsAddress(parts: Parts, email: string, isInvited: boolean): Promise<boolean> {
  const { policy, domains } = await registrationOf(parts)
  if (policy === 'closed') throw new AppError('forbidden', REGISTRATION_CLOSED)
  if (isInvited || policy === 'open') return false
  if (policy === 'invitation') throw new AppError('forbidden', INVITATION_NEEDED)
  if (!isWithin(domains, email)) throw new AppError('forbidden', domainsNeeded(domains))
  return true
}

/** Whether an admin decides if this person teaches. Throws `forbidden` where teachers are invited, and this one is not. */
export async function mustAsk(
  { settings }: Pick<Parts, 'settings'>,
  role: Role,
  invitedAs: Role | undefined,
): Promise<boolean> {
  if (role !== 'Teacher' || invitedAs === 'Teacher') return false
  const teachers = await settings.get('teachers')
  if (teachers === 'invitation') throw new AppError('forbidden', TEACHERS_INVITED)
  return teachers === 'request'
}

/** Whether the address is at one of these domains. Subdomains do not count. */
export function isWithin(domains: readonly string[], email: string): boolean {
  const key = emailKey(email)
  const domain = asciiOf(key.slice(key.lastIndexOf('@') + 1))
  return domains.some((each) => asciiOf(each) === domain)
}

/** A domain in other letters than ASCII has two spellings. */
const asciiOf = (domain: string) => domainToASCII(domain) || domain
