import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import type { StoredStatus } from '#server/data/schema.ts'
import { emit } from '#server/events.ts'
import { recountPlaylist, recountTeacher } from '#server/features/catalog/playlists/counts.queries.ts'
import { checkPrepared } from '#server/features/video/playable.ts'
import { type Content, changesOf, contentOf } from './content.ts'
import { writeDetails } from './details.queries.ts'
import { claimItem, findItems, type Item, writeItem } from './items.queries.ts'
import { announceNew } from './new-public.queries.ts'
import {
  insertDecision,
  insertRevisions,
  moveNotes,
  NAMES_NOTHING,
  namesIn,
  newestRevision,
  submitRevisions,
  updateRevision,
  writeContent,
} from './revisions.queries.ts'

/**
 * The versions of an item. All of it runs in a transaction that has locked the teacher, so that
 * the changes of one teacher's items run one after the other.
 */
export function isOpen(state: RevisionState): boolean {
  return state === 'draft' || isWaiting(state)
}

/** An admin can decide about it. */
export function isWaiting(state: RevisionState): boolean {
  return state === 'submitted' || state === 'in_review'
}

const STATE_OF = {
  draft: 'draft',
  pending: 'submitted',
  processing: 'in_review',
  approved: 'approved',
  cancel: 'rejected',
} as const satisfies Record<StoredStatus, RevisionState>

interface NextRevision {
  content: Content
  state: RevisionState
  submittedAt: string | null
  /** When it was decided, for one that begins decided. */
  decidedAt?: string
}

/** The row of a new version. */
export function revisionOf(
  item: Pick<Item, 'kind' | 'id' | 'teacherId' | 'playlistId'>,
  { content, state, submittedAt, decidedAt }: NextRevision,
  { number, baseNumber, at }: { number: number; baseNumber: number; at: string },
): RevisionRow {
  return {
    id: newId(Date.parse(at)),
    subject: item.kind,
    subject_id: item.id,
    teacher_id: item.teacherId,
    playlist_id: item.playlistId,
    course_id: item.kind === 'course' ? item.id : null,
    ...(state === 'approved' ? NAMES_NOTHING : namesIn(content)),
    number,
    base_number: baseNumber,
    content: JSON.stringify(content),
    state,
    message: '',
    submitted_at: submittedAt,
    decided_at: decidedAt ?? null,
    decided_by: null,
    created_at: at,
    round_id: null,
  }
}

/** The first revision of a row that has none: in the state of its status. */
export function firstOf(item: Item): RevisionRow {
  const state = STATE_OF[item.status]
  const submittedAt = state === 'draft' ? null : (item.submittedAt ?? item.createdAt)
  const decided = isOpen(state) ? {} : { decidedAt: item.updatedAt }
  const next = { content: item.content, state, submittedAt, ...decided }
  return revisionOf(item, next, { number: 1, baseNumber: 0, at: item.createdAt })
}

/** The newest revision; an item without one gets its first. */
export async function currentRevision(trx: Db, item: Item): Promise<RevisionRow> {
  const newest = await newestRevision(trx, item.id)
  if (newest) return newest
  const first = firstOf(item)
  await insertRevisions(trx, [first])
  return first
}

/** The columns that new playlists and courses have in common. */
export function newItem({ isDraft, time = Date.now() }: { isDraft: boolean; time?: number }) {
  const at = new Date(time).toISOString()
  return {
    id: newId(time),
    status: isDraft ? ('draft' as const) : ('pending' as const),
    submitted_at: isDraft ? null : at,
    created_at: at,
    updated_at: at,
  }
}

/** Adds the first revisions of new rows, in the state of their status, with two statements. */
export async function openFirstRevisions(trx: Db, kind: Item['kind'], ids: string[]): Promise<void> {
  await insertRevisions(trx, (await findItems(trx, kind, ids)).map(firstOf))
}

/** Adds the version after `newest`. An open one is withdrawn, and its notes go to the new one. */
export async function addRevision(
  trx: Db,
  item: Item,
  { newest, ...next }: NextRevision & { newest: RevisionRow },
): Promise<RevisionRow> {
  const wasOpen = isOpen(newest.state)
  await updateRevision(trx, newest.id, { ...NAMES_NOTHING, ...(wasOpen && { state: 'withdrawn' }) })
  const revision = revisionOf(item, next, {
    number: newest.number + 1,
    baseNumber: newest.state === 'approved' ? newest.number : newest.base_number,
    at: new Date().toISOString(),
  })
  await insertRevisions(trx, [revision])
  if (wasOpen) await moveNotes(trx, newest.id, revision.id)
  return revision
}

/**
 * Submits the newest version; after a decision or a withdrawal the same content is a new version. Returns the submitted
 * revision, or `undefined` when it waits or is approved already.
 */
export async function submitItem(trx: Db, item: Item): Promise<RevisionRow | undefined> {
  const newest = await currentRevision(trx, item)
  if (isWaiting(newest.state) || newest.state === 'approved') return undefined
  await applySeparateDraft(trx, item, newest)
  const content = contentOf(newest)
  if (item.isApproved && changesOf(item.content, content).length === 0) return undefined
  const at = new Date().toISOString()
  if (!item.isApproved) await writeItem(trx, item, { status: 'pending', submittedAt: at })
  if (newest.state === 'draft') {
    await submitRevisions(trx, [newest.id], at)
    return { ...newest, state: 'submitted', submitted_at: at }
  }
  return addRevision(trx, item, { newest, content, state: 'submitted', submittedAt: at })
}

/** Takes the item back from review. Returns whether it was in review. */
export async function withdrawItem(trx: Db, item: Item): Promise<boolean> {
  const newest = await currentRevision(trx, item)
  if (!isWaiting(newest.state)) return false
  await updateRevision(trx, newest.id, { state: 'withdrawn' })
  if (!item.isApproved) await writeItem(trx, item, { status: 'draft' })
  await claimItem(trx, item, undefined)
  return true
}

export interface Verdict {
  to: RevisionState
  /** Null for a trusted teacher's submission. */
  adminId: string | null
  reasons?: string[]
  message?: string
}

/** Applies a decision to a revision and writes it down. Approved content goes online; nothing else touches an approved row. */
export async function decideItem(
  trx: Db,
  { item, revision }: { item: Item; revision: RevisionRow },
  verdict: Verdict,
): Promise<void> {
  if (verdict.to === 'approved') {
    await checkPrepared(trx, contentOf(revision).video)
    await writeItem(trx, item, { content: contentOf(revision), ...approvalOf(item) })
  } else if (!item.isApproved) {
    await writeItem(trx, item, { status: 'cancel' })
  }
  await claimItem(trx, item, undefined)
  await writeDecision(trx, revision, verdict)
}

/** What an approval does to the row: it is public at once, or it waits for its time. */
function approvalOf({ status, publishAt }: Item) {
  const now = new Date().toISOString()
  if (status !== 'approved' && publishAt !== null && publishAt > now)
    return { status: 'pending' as const, scheduledAt: now }
  return { status: 'approved' as const, publishAt: null, scheduledAt: null }
}

async function writeDecision(trx: Db, revision: RevisionRow, verdict: Verdict): Promise<void> {
  const { to, adminId, reasons = [], message = '' } = verdict
  const at = new Date().toISOString()
  await updateRevision(trx, revision.id, {
    state: to,
    message,
    ...(revision.submitted_at === null && { submitted_at: at }),
    ...(!isOpen(to) && { decided_at: at, decided_by: adminId }),
    ...(to === 'approved' && NAMES_NOTHING),
  })
  await insertDecision(trx, {
    revision_id: revision.id,
    admin_id: adminId,
    from_state: revision.state,
    to_state: to,
    reasons: JSON.stringify(reasons),
    message,
    at,
  })
}

/**
 * The old calls: another of the four statuses. The open revision gets the state of the status, else a new one with the content
 * of the row. On an approved item every other status takes it offline. A draft beside an approved version stays as it is: its
 * teacher has not submitted it, and these calls do not show it.
 */
export async function setItemStatus(
  trx: Db,
  item: Item,
  { status, adminId }: { status: ApprovalStatus; adminId: string },
): Promise<void> {
  const newest = await currentRevision(trx, item)
  const to = STATE_OF[status]
  const isSeparate = hasSeparateDraft(item, newest)
  if (status === 'approved') {
    await checkPrepared(
      trx,
      isOpen(newest.state) && !isSeparate ? contentOf(newest).video : item.content.video,
    )
  }
  if (isSeparate) {
    await writeItem(trx, item, {
      status,
      ...UNSCHEDULED,
      ...(status === 'pending' && { submittedAt: new Date().toISOString() }),
    })
    return
  }
  const revision = isOpen(newest.state) ? newest : await addInState(trx, item, { newest, to })
  const at = new Date().toISOString()
  await writeItem(trx, item, {
    content: contentOf(revision),
    status,
    ...UNSCHEDULED,
    ...(status === 'pending' && { submittedAt: at }),
  })
  await writeDecision(trx, { ...revision, state: newest.state }, { to, adminId })
}

const UNSCHEDULED = { publishAt: null, scheduledAt: null }

/** Whether the newest version is a draft with another content than the row, which has the approved version. */
function hasSeparateDraft(item: Item, newest: RevisionRow): boolean {
  if (newest.state !== 'draft') return false
  return item.isApproved || changesOf(item.content, contentOf(newest)).length > 0
}

/**
 * The old calls leave a draft beside an item that they take offline. When its teacher goes on with the draft, the row gets its
 * content, as the row of every other item that is not public. Returns the item with it.
 */
export async function applySeparateDraft(trx: Db, item: Item, newest: RevisionRow): Promise<Item> {
  if (item.isApproved || !hasSeparateDraft(item, newest)) return item
  const { chapters, corrections, sections, ...content } = contentOf(newest)
  const status = item.status === 'cancel' ? 'cancel' : 'draft'
  await writeItem(trx, item, { content, status })
  // After the row, because another video takes the former chapters and corrections along.
  await writeDetails(trx, item, { chapters, corrections, sections })
  await writeContent(trx, newest.id, content)
  return { ...item, content: { ...item.content, ...content }, status }
}

function addInState(trx: Db, item: Item, { newest, to }: { newest: RevisionRow; to: RevisionState }) {
  const at = new Date().toISOString()
  return addRevision(trx, item, { newest, content: item.content, state: to, submittedAt: at })
}

/**
 * Updates the counts and the search index after items of these playlists have changed, and notifies followers of newly public
 * items.
 */
export async function settle(trx: Db, teacherId: string, playlistIds: Iterable<string>): Promise<void> {
  for (const playlistId of new Set(playlistIds)) {
    await recountPlaylist(trx, playlistId)
    await emit(trx, 'playlist.changed', { playlistId })
    await announceNew(trx, playlistId)
  }
  await recountTeacher(trx, teacherId)
}
