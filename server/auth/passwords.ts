import cluster from 'node:cluster'
import { hash, verify } from '@node-rs/argon2'
import type { PasswordOwner } from '#contract/account/password-strength.ts'
import { busy, invalid } from '#server/http/app-error.ts'
import { createSlots } from '#server/http/slots.ts'

/** The least that is recommended for argon2id with little memory. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`
/** A well-formed hash that no password matches. Verifying against it takes as long as against a real one. */
const DUMMY_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Stored instead of a hash if the account has no password. Checking it takes as long as any failed login. */
export const NO_PASSWORD = '!'

/** Workers share the cores, so each runs one hash at a time. A flood of logins waits here and never delays reads. */
const slots = createSlots({
  atOnce: cluster.isWorker ? 1 : 2,
  waiting: 64,
  waitMs: 10_000,
  error: () => busy(2),
})

/** An argon2id PHC string. Throws the `busy` AppError when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return slots.run(() => hash(password, PARAMETERS))
}

/**
 * Whether `stored` is a hash of this password. `stored` is `undefined` for an unknown user; the work is always the same.
 * Throws the `busy` AppError when too many wait already.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const real = stored?.startsWith('$argon2id$') === true ? stored : undefined
  const same = await slots.run(() => verify(real ?? DUMMY_HASH, password))
  return same && real !== undefined
}

/** Whether an account has a password; others log in with a passkey. */
export function hasPassword(stored: string | undefined): boolean {
  return stored !== undefined && stored !== NO_PASSWORD
}

/** Whether the hash has old parameters. The next login replaces it. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(PREFIX)
}

interface NewPasswordRule extends PasswordOwner {
  field: string
  password: string
}

/** Throws an AppError for a new password that is easy to guess. */
export async function rejectWeakPassword({ field, password, ...owner }: NewPasswordRule): Promise<void> {
  // Loaded on first use, because the module is large and most processes never need it.
  const { passwordProblem } = await import('#contract/account/password-strength.ts')
  const problem = passwordProblem(password, owner)
  if (problem !== undefined) throw invalid(field, problem)
}
