import { OWN_WORK } from '#contract/review/approval-messages.ts'
import { REVISION_CHANGED, reviewedBy } from '#contract/review/review-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { LoginThrottle } from '#server/auth/login-throttle.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { RevisionRow, RoundRow } from '#server/data/review-rows.ts'
import { checkOwnPassword } from '#server/features/account/users/users.ts'
import { claimItem, claimItems } from '#server/features/catalog/versions/items.queries.ts'
import { isWaiting } from '#server/features/catalog/versions/revisions.ts'
import {
  findRound,
  openRoundOf,
  updateRound,
  waitingItems,
} from '#server/features/catalog/versions/rounds.queries.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { claimsOf, claimsOfRounds, findPerson, hasOtherAdmin, writeTrusted } from './reviewers.queries.ts'

/** Whether admins may review their own work. */
export type SelfReview = 'only-admin' | 'always' | 'never'

/** Throws the `forbidden` AppError when this is the admin's own work and another admin has to review it. */
export async function checkReviewer(
  db: Db,
  { admin, selfReview }: { admin: Viewer; selfReview: SelfReview },
  teacherId: string,
): Promise<void> {
  if (!admin.isAdmin || teacherId !== admin.id || selfReview === 'always') return
  if (selfReview === 'never' || (await hasOtherAdmin(db, admin.id))) throw new AppError('forbidden', OWN_WORK)
}

const LEASE_MS = 15 * 60_000

/**
 * Tells other admins that this one reviews the item. It blocks no decision. Throws `conflict` while another admin holds it,
 * unless the caller takes over.
 */
export async function claim(
  db: Db,
  admin: Viewer,
  { revision, takeOver }: { revision: RevisionRow; takeOver: boolean },
) {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: revision.teacher_id })
    const now = new Date()
    const held = (await claimsOf(trx, [revision.subject_id], now.toISOString())).get(revision.subject_id)
    if (held && held.admin._id !== admin.id && !takeOver)
      throw new AppError('conflict', reviewedBy(held.admin.username))
    const until = new Date(now.getTime() + LEASE_MS).toISOString()
    await claimItem(trx, { kind: revision.subject, id: revision.subject_id }, { adminId: admin.id, until })
    const round = isWaiting(revision.state) ? await openRoundOf(trx, revision.playlist_id) : undefined
    if (round) await updateRound(trx, round.id, { assigned_to: admin.id, assigned_until: until })
    const claims = await claimsOf(trx, [revision.subject_id], now.toISOString())
    const claimed = claims.get(revision.subject_id)
    if (!claimed) throw new AppError('conflict', REVISION_CHANGED)
    return claimed
  })
}

/** The same for a round and everything of it that waits, which is what older clients look at. */
export async function claimRound(
  db: Db,
  admin: Viewer,
  { round: { id, teacher_id }, takeOver }: { round: Pick<RoundRow, 'id' | 'teacher_id'>; takeOver: boolean },
) {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacher_id })
    const round = await findRound(trx, id)
    if (!round || round.decided_at !== null) throw new AppError('conflict', REVISION_CHANGED)
    const now = new Date()
    const held = (await claimsOfRounds(trx, [round], now.toISOString())).get(id)
    if (held && held.admin._id !== admin.id && !takeOver)
      throw new AppError('conflict', reviewedBy(held.admin.username))
    const until = new Date(now.getTime() + LEASE_MS).toISOString()
    const claimed = { assigned_to: admin.id, assigned_until: until }
    await updateRound(trx, id, claimed)
    await claimItems(trx, await waitingItems(trx, id), { adminId: admin.id, until })
    const own = (await claimsOfRounds(trx, [{ id, ...claimed }], now.toISOString())).get(id)
    if (!own) throw new AppError('conflict', REVISION_CHANGED)
    return own
  })
}

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
