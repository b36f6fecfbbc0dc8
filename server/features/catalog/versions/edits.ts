import { isDeepStrictEqual } from 'node:util'
import type { ReviewEdits, ReviewedField } from '#contract/review/review.ts'
import { REVIEWED_FIELDS } from '#contract/review/reviewed-fields.ts'
import { CHANGES_WAIT, SAVED_AS_DRAFT, VIDEO_WAITS } from '#contract/review/revisions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import { emit } from '#server/events.ts'
import type { Images } from '#server/features/media/media.ts'
import { checkPrepared } from '#server/features/video/playable.ts'
import { recordEdit } from './applied-edits.ts'
import {
  type Content,
  changesOf,
  contentOf,
  type Details,
  withoutAbsent,
  withoutSameDetails,
} from './content.ts'
import { onlineDetails } from './details.queries.ts'
import { type Item, writeItem } from './items.queries.ts'
import {
  NAMES_NOTHING,
  newestRevision,
  submitRevisions,
  updateRevision,
  writeContent,
} from './revisions.queries.ts'
import { addRevision, applySeparateDraft, currentRevision, isOpen, isWaiting } from './revisions.ts'

export interface Edit {
  edits: Partial<Content>
  /** Save without submitting. */
  draft: boolean
  reviewEdits: ReviewEdits
}

export interface Edited {
  /** What the teacher wrote, when it does not go online at once. */
  waiting?: Content
  message?: string
  /** Pictures that nothing may show any more. */
  released: string[]
}

/**
 * Runs an edit with the name of its new cover, if it has one. Afterwards it deletes the pictures that nothing may show any more.
 */
export async function withCover(
  images: Images,
  { teacher, image }: { teacher: Viewer; image: Buffer | undefined },
  write: (newImage?: string) => Promise<Edited>,
): Promise<Edited> {
  const edited = image
    ? await images.saveFor(image, { kind: 'cover', ownerId: teacher.id }, write)
    : await write()
  await images.release(edited.released)
  return edited
}

/**
 * Applies a teacher's edit, in a transaction that has locked the teacher. The caller updates
 * counts and the search index.
 */
export function editItem(trx: Db, item: Item, edit: Edit): Promise<Edited> {
  return item.isApproved ? editApproved(trx, item, edit) : editHidden(trx, item, edit)
}

/** No public version needs protection, so the row changes at once. */
async function editHidden(trx: Db, item: Item, { edits, draft }: Edit): Promise<Edited> {
  const newest = await currentRevision(trx, item)
  const own = await applySeparateDraft(trx, item, newest)
  const content = { ...own.content, ...edits }
  await writeItem(trx, own, { content })
  const released = [item.content.image, own.content.image]
  const message = draft && !isWaiting(newest.state) ? { message: SAVED_AS_DRAFT } : {}
  if (changesOf(own.content, content).length === 0) return { released, ...message }
  if (newest.state === 'draft') {
    await writeContent(trx, newest.id, content)
    return { released, ...message }
  }
  const next = isWaiting(newest.state)
    ? { state: newest.state, submittedAt: newest.submitted_at }
    : { state: 'draft' as const, submittedAt: null }
  await addRevision(trx, item, { newest, content, ...next })
  return { released, ...message }
}

function waits(field: ReviewedField, reviewEdits: ReviewEdits): boolean {
  return reviewEdits === 'all' || (reviewEdits === 'video' && field === 'video')
}

/** Whether the chapters and corrections, or the titles of the sections, of this item wait like its texts. */
export function waitsWithDetails(
  { isApproved }: Pick<Item, 'isApproved'>,
  reviewEdits: ReviewEdits,
): boolean {
  return reviewEdits === 'all' && isApproved
}

/** What the teacher goes on with: what is online, and what of the newest version may still wait. */
function baseOf(current: Content, newest: RevisionRow | undefined, reviewEdits: ReviewEdits): Content {
  if (newest === undefined || newest.state === 'approved') return current
  const content = contentOf(newest)
  const waiting = REVIEWED_FIELDS.filter((field) => field in content && waits(field, reviewEdits))
  return { ...current, ...pick(content, waiting) }
}

function pick(content: Partial<Content>, fields: ReviewedField[]): Partial<Content> {
  return withoutAbsent(Object.fromEntries(fields.map((field) => [field, content[field]])))
}

/** Chapters and corrections that wait belong to the video that they were written for. */
function isOtherVideo(before: Content, { video }: Partial<Content>): boolean {
  return video !== undefined && !isDeepStrictEqual(video, before.video)
}

/** The details that are online, where they wait like texts. */
async function waitingDetails(trx: Db, item: Item, reviewEdits: ReviewEdits): Promise<Details> {
  if (reviewEdits !== 'all') return {}
  return (await onlineDetails(trx, [item])).get(item.id) ?? {}
}

async function editApproved(trx: Db, item: Item, edit: Edit): Promise<Edited> {
  const { edits, reviewEdits } = edit
  const former = await newestRevision(trx, item.id)
  const details = await waitingDetails(trx, item, reviewEdits)
  const current = { ...item.content, ...details }
  const before = baseOf(current, former, reviewEdits)
  const written = { ...before, ...(isOtherVideo(before, edits) && details), ...edits }
  const now = REVIEWED_FIELDS.filter((field) => field in edits && !waits(field, reviewEdits))
  const online = { ...current, ...pick(edits, now) }
  const waiting = changesOf(online, written)
  const applied = changesOf(current, online)
  if (applied.includes('video')) await checkPrepared(trx, online.video)
  // The public row keeps its time, too, while an edit waits.
  const content = withoutSameDetails(online, details)
  const newest = applied.length > 0 ? await recordEdit(trx, item, content) : former
  if (waiting.length === 0 || applied.length > 0) await writeItem(trx, item, { content })
  const released = [item.content.image, before.image]
  if (waiting.length === 0) {
    if (newest && isLeftOver(newest, { before, online }))
      await takeBack(trx, item, { newest, online: content })
    return { released }
  }
  const submits = !edit.draft && waiting.some((field) => edits[field] !== undefined)
  const kept = withoutSameDetails(written, details)
  const isChanged = changesOf(before, written).length > 0
  const state = await keepWaiting(trx, item, { newest, isChanged, written: kept, submits })
  return { waiting: kept, message: messageOf(state, waiting), released }
}

/** Whether the teacher has written again what is online, while another version was open or sent back. */
function isLeftOver(
  { state }: RevisionRow,
  { before, online }: { before: Content; online: Content },
): boolean {
  return isOpen(state) || (state !== 'approved' && changesOf(before, online).length > 0)
}

/** Ends the waiting version, so that later edits do not bring it back. */
async function takeBack(
  trx: Db,
  item: Item,
  { newest, online }: { newest: RevisionRow; online: Content },
): Promise<void> {
  if (newest.state === 'draft') await writeContent(trx, newest.id, online)
  const { id } =
    newest.state === 'draft'
      ? newest
      : await addRevision(trx, item, { newest, content: online, state: 'withdrawn', submittedAt: null })
  await updateRevision(trx, id, { state: 'withdrawn', ...NAMES_NOTHING })
}

interface Waiting {
  newest: RevisionRow | undefined
  /** Whether the teacher has written something else than before. */
  isChanged: boolean
  written: Content
  submits: boolean
}

/** Opens, changes or replaces the open revision; returns its state. */
async function keepWaiting(trx: Db, item: Item, waiting: Waiting): Promise<RevisionRow['state']> {
  const { newest, isChanged, written, submits } = waiting
  if (newest?.state === 'draft') return writeDraft(trx, item, { ...waiting, draft: newest })
  if (!isChanged && newest) return newest.state
  const next =
    newest && isWaiting(newest.state)
      ? { state: newest.state, submittedAt: newest.submitted_at }
      : newVersion(submits)
  const former = newest ?? (await currentRevision(trx, item))
  await addRevision(trx, item, { newest: former, content: written, ...next })
  if (submits && next.submittedAt !== newest?.submitted_at)
    await emit(trx, 'revision.waiting', { items: [item] })
  return next.state
}

function newVersion(submits: boolean) {
  return submits
    ? { state: 'submitted' as const, submittedAt: new Date().toISOString() }
    : { state: 'draft' as const, submittedAt: null }
}

async function writeDraft(
  trx: Db,
  item: Item,
  { draft, written, submits }: Waiting & { draft: RevisionRow },
) {
  await writeContent(trx, draft.id, written)
  if (!submits) return 'draft'
  await submitRevisions(trx, [draft.id], new Date().toISOString())
  await emit(trx, 'revision.waiting', { items: [item] })
  return 'submitted'
}

function messageOf(state: RevisionRow['state'], waiting: ReviewedField[]): string {
  if (!isWaiting(state)) return SAVED_AS_DRAFT
  return waiting.includes('video') ? VIDEO_WAITS : CHANGES_WAIT
}
