import { sortKey } from '#server/data/sort-key.ts'
import { FIRST_DAY, idAt, isoOf, LAST_DAY } from './dates.ts'
import type { Scale } from './scales.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Writer } from './words.ts'

const KIND = 1
const TEACHERS_EVERY = 10

/** Everybody has this password, hashed with the product's own parameters. */
export const PASSWORD = 'a quiet lectern'
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bGVjdGVybiBiZW5jaCAwMQ$MbKSbkuswCQf0CB/aUrqkg3gghIybTZ/sDWOkfYuJ0M'

export interface People {
  ids: string[]
  /** Places of the teachers in `ids`. */
  teachers: number[]
}

export function emailOf(number: number): string {
  return `person-${number}@example.org`
}

export function planPeople({ users }: Scale): People {
  const ids = Array.from({ length: users }, (_, n) => idAt(joinedAt(n, users), KIND, n))
  const teachers = ids.flatMap((_, n) => (n % TEACHERS_EVERY === 0 ? [n] : []))
  return { ids, teachers }
}

/** In the first year, so that everybody was there for what they like. */
function joinedAt(number: number, users: number): number {
  return FIRST_DAY + Math.floor(((LAST_DAY - FIRST_DAY) / 3) * (number / users))
}

interface PeopleParts {
  writer: Writer
  random: SeededRandom
  portraits: readonly [string, ...string[]]
}

export function* peopleRows({ ids }: People, { writer, random, portraits }: PeopleParts) {
  for (const [n, id] of ids.entries()) {
    const at = isoOf(joinedAt(n, ids.length))
    const username = writer.name(n)
    yield {
      id,
      username,
      username_key: sortKey(username),
      email: emailOf(n),
      email_key: emailOf(n),
      password_hash: PASSWORD_HASH,
      role: n % TEACHERS_EVERY === 0 ? 'Teacher' : 'Student',
      photo: random.pick(portraits),
      is_admin: n === 1 ? 1 : 0,
      created_at: at,
      updated_at: at,
    }
  }
}
