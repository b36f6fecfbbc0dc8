import { createHash } from 'node:crypto'
import type { Limits } from '#server/auth/rate-limit.ts'
import { AppError } from '#server/http/app-error.ts'
import type { AnyKind, MailReader } from './mail-kind.ts'

/** Keys of limits and jobs contain hashes instead of addresses. */
export function addressHash(emailKey: string): string {
  return createHash('sha256').update(emailKey).digest('base64url')
}

export interface AskedLink {
  userId: string
  /** Of the address that gets the link. */
  emailKey: string
}

/** Counts a link that confirms an address. Throws the 429 AppError if the account or the address had enough of them. */
export async function spendLink(limits: Limits, { userId, emailKey }: AskedLink): Promise<void> {
  try {
    await limits.spend('linkAccount', userId)
    await limits.spend('linkAddress', addressHash(emailKey))
  } catch (error) {
    throw error instanceof AppError && error.retryAfter !== undefined ? tooManyLinks(error.retryAfter) : error
  }
}

function tooManyLinks(retryAfter: number): AppError {
  const sentence = `Too many links were asked for. Please try again ${timeUntil(retryAfter)}.`
  return new AppError('too_many_requests', sentence, { retryAfter })
}

/** "in 40 seconds", "in 57 minutes". */
export function timeUntil(seconds: number): string {
  return seconds <= 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`
}

/** Kinds whose calls have limits of their own. */
const LIMITED_BY_CALL: readonly AnyKind['token'][] = ['verify', 'change', 'reset']

/** Counts a mail to an address that nobody has confirmed. Returns how many seconds it has to wait: 0 within the limit. */
export async function spendUnconfirmed(
  limits: Limits,
  { token }: AnyKind,
  { email, isConfirmed }: MailReader,
): Promise<number> {
  if (isConfirmed || LIMITED_BY_CALL.includes(token)) return 0
  try {
    await limits.spend('unconfirmed', addressHash(email.toLowerCase()))
    return 0
  } catch (error) {
    if (error instanceof AppError && error.retryAfter !== undefined) return error.retryAfter
    throw error
  }
}
