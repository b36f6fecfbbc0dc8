import type { DecisionDraft, NoteDraft } from '#contract/review/decisions.ts'
import { alreadyDecided, REVISION_CHANGED } from '#contract/review/review-messages.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import { contentOf } from '#server/features/catalog/versions/content.ts'
import { findItem, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { findRevision } from '#server/features/catalog/versions/revisions.queries.ts'
import { decideItem, isWaiting, settle } from '#server/features/catalog/versions/revisions.ts'
import { settleRound } from '#server/features/catalog/versions/rounds.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { decisionsByRevision } from './entries.queries.ts'
import { insertNotes } from './notes.queries.ts'
import { notifyDecision } from './notices.ts'
import { knownReasons } from './reasons.queries.ts'

export interface Decider {
  admin: Viewer
  meta: RequestMeta
}

/** The revision, for the calls that name it in their path. */
export async function revisionToUse(db: Db, id: string): Promise<(RevisionRow & Resource) | undefined> {
  const revision = isId(id) ? await findRevision(db, id) : undefined
  return revision && { ...revision, access: { ownerId: revision.teacher_id } }
}

export interface Waiting {
  item: Item
  revision: RevisionRow
}

/** A revision that still waits, in a transaction that has locked its teacher. Throws `conflict` for another. */
async function waitingRevision(trx: Db, id: string, { adminId, isMain }: Asked): Promise<Waiting> {
  const revision = await findRevision(trx, id)
  const item = revision && (await findItem(trx, revision.subject, revision.subject_id))
  if (revision && item && isWaiting(revision.state)) return { item, revision }
  const title = revision && !isMain ? contentOf(revision).title : undefined
  throw new AppError(
    'conflict',
    (revision && (await whoDecided(trx, revision, { adminId, title }))) ?? REVISION_CHANGED,
  )
}

interface Asked {
  adminId: string
  /** Not one of the courses that are decided with it. */
  isMain: boolean
}

/** The sentence about the decision that came first; `undefined` if the teacher has changed or withdrawn the revision. */
export async function whoDecided(
  db: Db,
  { id, state }: Pick<RevisionRow, 'id' | 'state'>,
  { adminId, title }: { adminId: string; title?: string | undefined },
): Promise<string | undefined> {
  if (state !== 'approved' && state !== 'changes' && state !== 'rejected') return undefined
  const admin = (await decisionsByRevision(db, [id])).get(id)?.at(-1)?.admin
  return alreadyDecided({ state, title, admin: admin?._id === adminId ? 'You' : admin?.username })
}

interface Decision extends Omit<DecisionDraft, 'message' | 'notes' | 'courses'> {
  message?: string
  notes?: NoteDraft[]
  courses?: string[]
}

/**
 * Decides on a revision that waits, and on courses of its playlist with it, all or none. Returns the ids of the items
 * and the pictures that nothing may show any more. Throws `conflict` when one of them does not wait any more.
 */
export function decide(
  db: Db,
  decider: Decider,
  { revision, decision }: { revision: Pick<RevisionRow, 'id' | 'teacher_id'>; decision: Decision },
): Promise<{ decided: string[]; released: string[] }> {
  const { admin, meta } = decider
  const { state: to, reasons, message = '', notes = [], courses = [] } = decision
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: revision.teacher_id })
    await checkReasons(trx, reasons)
    const all = await decidedTogether(trx, [revision.id, ...courses], admin.id)
    for (const each of all) {
      await decideItem(trx, each, { to, adminId: admin.id, reasons, message })
      await audit(trx, meta, auditOf(each, { to, adminId: admin.id }))
    }
    await insertNotes(trx, { revisionId: revision.id, adminId: admin.id, notes })
    await notifyDecision(trx, {
      items: all.map(({ item }) => item),
      adminId: admin.id,
      state: to,
      reasons: reasons.length,
      notes: notes.length,
    })
    for (const playlistId of new Set(all.map(({ item }) => item.playlistId)))
      await settleRound(trx, playlistId)
    if (to === 'approved')
      await settle(
        trx,
        revision.teacher_id,
        all.map(({ item }) => item.playlistId),
      )
    return {
      decided: all.map(({ item }) => item.id),
      released: all.map(({ item }) => item.content.image),
    }
  })
}

/** Throws `invalid` unless all belong to one playlist. */
async function decidedTogether(trx: Db, ids: string[], adminId: string): Promise<Waiting[]> {
  const all: Waiting[] = []
  for (const id of new Set(ids)) all.push(await waitingRevision(trx, id, { adminId, isMain: id === ids[0] }))
  if (new Set(all.map(({ item }) => item.playlistId)).size > 1)
    throw invalid('courses', 'Choose courses of this playlist.')
  return all
}

/** The entry of the audit log about a decision. */
export function auditOf({ item, revision }: Waiting, { to, adminId }: { to: string; adminId: string }) {
  const detail = { from: revision.state, to, number: revision.number }
  return { action: `${item.kind}.decided` as const, actorId: adminId, subject: item.id, detail }
}

/** Throws `invalid` for a reason that is not in the list. */
export async function checkReasons(trx: Db, reasons: string[]): Promise<void> {
  const known = await knownReasons(trx, reasons)
  if (reasons.some((id) => !known.has(id))) throw invalid('reasons', 'Choose reasons from the list.')
}
