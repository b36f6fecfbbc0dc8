import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { checkOwnPassword } from '#server/features/account/users/users.ts'
import { invalid } from '#server/http/app-error.ts'
import { findPerson, writeTrusted } from './trust.queries.ts'

interface Person {
  id: string
  username: string
}

export async function personToTrust(db: Db, id: string): Promise<(Person & Resource) | undefined> {
  const person = await findPerson(db, id)
  return person && { ...person, access: { ownerId: id } }
}

interface Trust {
  admin: Viewer
  meta: RequestMeta
  person: Person
  trusted: boolean
  /** The admin's own. */
  password: string
}

/** Whether what the teacher submits is approved at once. Throws `invalid` for a wrong password, and the 429 AppError. */
export async function setTrusted(
  { db, throttle }: { db: Db; throttle: LoginThrottle },
  { admin, meta, person, trusted, password }: Trust,
): Promise<void> {
  if (!(await checkOwnPassword({ db, throttle }, { viewer: admin, password, meta })))
    throw invalid('password', 'Password is incorrect.')
  await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: person.id })
    await writeTrusted(trx, person.id, trusted)
    const action = trusted ? 'user.trusted' : 'user.untrusted'
    await audit(trx, meta, { action, actorId: admin.id, subject: person.id })
  })
}
