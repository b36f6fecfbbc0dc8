import { NOT_FOUND } from '#contract/not-found.ts'
import { FILE_FAILED, RETURNED, REVISION_CHANGED } from '#contract/review/review-messages.ts'
import type { RoundDecision, RoundNoteDraft } from '#contract/review/rounds.ts'
import { audit } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { RoundRow } from '#server/data/review-rows.ts'
import { contentOf } from '#server/features/catalog/versions/content.ts'
import { findItems } from '#server/features/catalog/versions/items.queries.ts'
import { returnItem } from '#server/features/catalog/versions/return-item.ts'
import { findRevision } from '#server/features/catalog/versions/revisions.queries.ts'
import { decideItem, settle } from '#server/features/catalog/versions/revisions.ts'
import { findRound, updateRound, waitingRows } from '#server/features/catalog/versions/rounds.queries.ts'
import { NOT_CLAIMED, settleRound } from '#server/features/catalog/versions/rounds.ts'
import { AppError } from '#server/http/app-error.ts'
import { auditOf, checkReasons, type Decider, type Waiting, whoDecided } from './decide.ts'
import { findNote, insertNotes } from './notes.queries.ts'
import { notifyDecision } from './notices.ts'
import { checkApprovable, type Fate, fatesOf } from './round-fates.ts'
import { revisionsOfRound, roundOfRevision } from './rounds.queries.ts'

/** The round, for the calls that name it in their path. Older links name a version of it. */
export async function roundToUse(db: Db, id: string): Promise<(RoundRow & Resource) | undefined> {
  const round = isId(id) ? ((await findRound(db, id)) ?? (await roundOfRevision(db, id))) : undefined
  return round && { ...round, access: { ownerId: round.teacher_id } }
}

interface RoundToDecide {
  round: Pick<RoundRow, 'id' | 'teacher_id' | 'playlist_id'>
  decision: RoundDecision
}

/**
 * Decides on what waits in a round, all or none. Returns the ids of the items that changed and the pictures that nothing may
 * show any more. Throws `conflict` when the round is decided, or holds something that the admin has not seen.
 */
export function decideRound(
  db: Db,
  decider: Decider,
  { round, decision }: RoundToDecide,
): Promise<{ decided: string[]; released: string[] }> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: round.teacher_id })
    await checkReasons(trx, decision.reasons)
    const waiting = await waitingIn(trx, round, decider)
    await checkNamed(trx, { round, decision, waiting, decider })
    const fates = await fatesOf(trx, waiting, decision)
    for (const fate of fates) await carryOut(trx, decider, { fate, decision })
    await addNotes(trx, decider, { round, notes: decision.notes, waiting })
    await settleRound(trx, round.playlist_id)
    await updateRound(trx, round.id, NOT_CLAIMED)
    await tellTeacher(trx, decider, { round, decision, fates })
    if (fates.some(({ to }) => to === 'approved')) await settle(trx, round.teacher_id, [round.playlist_id])
    return {
      decided: fates.map(({ item }) => item.id),
      released: fates.map(({ item }) => item.content.image),
    }
  })
}

/** What waits in the round. Throws `conflict` when nothing does. */
async function waitingIn(trx: Db, { id }: Pick<RoundRow, 'id'>, { admin }: Decider): Promise<Waiting[]> {
  const revisions = await waitingRows(trx, id)
  if (revisions.length === 0) throw new AppError('conflict', await whoDecidedRound(trx, id, admin.id))
  const of = (kind: 'playlist' | 'course') =>
    findItems(
      trx,
      kind,
      revisions.filter(({ subject }) => subject === kind).map(({ subject_id }) => subject_id),
    )
  const items = new Map([...(await of('playlist')), ...(await of('course'))].map((item) => [item.id, item]))
  return revisions.flatMap((revision) => {
    const item = items.get(revision.subject_id)
    return item ? { item, revision } : []
  })
}

/** The sentence about the decision that came first, or about the teacher who has withdrawn everything. */
async function whoDecidedRound(trx: Db, id: string, adminId: string): Promise<string> {
  const inside = await revisionsOfRound(trx, { id, decided_at: '' })
  const playlistFirst = inside.toSorted((one, other) => other.subject.localeCompare(one.subject))
  for (const { id: revisionId } of playlistFirst) {
    const revision = await findRevision(trx, revisionId)
    const sentence = revision && (await whoDecided(trx, revision, { adminId }))
    if (sentence !== undefined) return sentence
  }
  return REVISION_CHANGED
}

interface Named extends RoundToDecide {
  waiting: Waiting[]
  decider: Decider
}

/** Every revision that the decision names waits in this round, and the admin has seen all that waits. */
async function checkNamed(trx: Db, { round, decision, waiting, decider }: Named): Promise<void> {
  const { notes, videos, seen } = decision
  const own = new Set(waiting.map(({ revision }) => revision.id))
  for (const { revisionId } of [...videos, ...notes]) {
    if (own.has(revisionId)) continue
    const revision = await findRevision(trx, revisionId)
    if (revision?.playlist_id !== round.playlist_id) throw new AppError('not_found', NOT_FOUND.revision)
    const { title } = contentOf(revision)
    const decided = await whoDecided(trx, revision, { adminId: decider.admin.id, title })
    throw new AppError('conflict', decided ?? REVISION_CHANGED)
  }
  if (seen && [...own].some((id) => !seen.includes(id))) throw new AppError('conflict', REVISION_CHANGED)
}

/** What a video gets that is approved while the playlist is sent back. */
const NO_WORDS = { reasons: [], message: '' }

/** Applies what becomes of one version. */
async function carryOut(
  trx: Db,
  { admin, meta }: Decider,
  { fate: { to, ...each }, decision }: { fate: Fate; decision: RoundDecision },
): Promise<void> {
  if (to === 'failed') return returnItem(trx, each, { adminId: null, message: FILE_FAILED })
  if (to === 'returned') return returnItem(trx, each, { adminId: admin.id, message: RETURNED })
  const isOther = to === 'approved' && decision.state !== 'approved'
  const { reasons, message } = isOther ? NO_WORDS : decision
  if (to === 'approved') await checkApprovable(trx, each)
  await decideItem(trx, each, { to, adminId: admin.id, reasons, message })
  await audit(trx, meta, auditOf(each, { to, adminId: admin.id }))
}

interface Noted {
  round: Pick<RoundRow, 'playlist_id'>
  notes: RoundNoteDraft[]
  waiting: Waiting[]
}

/** Writes the notes. One that asks again goes on with the conversation about the same item; another one is not found. */
async function addNotes(trx: Db, { admin }: Decider, { round, notes, waiting }: Noted): Promise<void> {
  const items = new Map(waiting.map(({ item, revision }) => [revision.id, item.id]))
  const carried = async ({ carriedFrom, revisionId }: RoundNoteDraft) => {
    if (carriedFrom === undefined) return
    const former = await findNote(trx, carriedFrom)
    if (former?.playlist_id !== round.playlist_id || former.subject_id !== items.get(revisionId))
      throw new AppError('not_found', NOT_FOUND.reviewNote)
    return former.first_id
  }
  for (const note of notes) {
    const draft = { ...note, carriedFrom: await carried(note) }
    await insertNotes(trx, { revisionId: note.revisionId, adminId: admin.id, notes: [draft] })
  }
}

async function tellTeacher(
  trx: Db,
  { admin }: Decider,
  { round, decision, fates }: RoundToDecide & { fates: Fate[] },
): Promise<void> {
  const same = fates.filter(({ to }) => to === decision.state)
  const told = same.length > 0 ? same : fates.filter(({ to }) => to !== 'failed')
  await notifyDecision(trx, {
    items: told.map(({ item }) => item),
    adminId: admin.id,
    state: decision.state,
    reasons: decision.reasons.length,
    notes: decision.notes.length,
    round: round.id,
  })
}
