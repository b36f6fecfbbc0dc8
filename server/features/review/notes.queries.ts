import type { NoteDraft } from '#contract/review/decisions.ts'
import { ReviewedField, type ReviewMessage, type ReviewNote } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { isOutsideTrash } from '#server/features/catalog/versions/revisions.queries.ts'
import { messagesByNote } from './messages.queries.ts'

interface NewNotes {
  revisionId: string
  adminId: string
  /** `carriedFrom`: the first note of the conversation that this one goes on with. */
  notes: (NoteDraft & { carriedFrom?: string | undefined })[]
}

/** Adds notes of an admin; returns their ids. */
export async function insertNotes(trx: Db, { revisionId, adminId, notes }: NewNotes): Promise<string[]> {
  if (notes.length === 0) return []
  const now = Date.now()
  const rows = notes.map(({ field, atSeconds, text, carriedFrom }, index) => ({
    // Lists order by id.
    id: newId(now + index),
    revision_id: revisionId,
    admin_id: adminId,
    field: field ?? null,
    at_s: atSeconds ?? null,
    text,
    created_at: new Date(now).toISOString(),
    carried_from: carriedFrom ?? null,
  }))
  await trx.insertInto('review_notes').values(rows).execute()
  return rows.map(({ id }) => id)
}

function noteRows(db: Db) {
  return db
    .selectFrom('review_notes')
    .leftJoin('users', 'users.id', 'review_notes.admin_id')
    .select(['review_notes.id', 'review_notes.revision_id', 'review_notes.field', 'review_notes.at_s'])
    .select(['review_notes.text', 'review_notes.answer', 'review_notes.resolved_at'])
    .select(['review_notes.created_at', 'review_notes.carried_from', 'users.id as admin_id'])
    .select('users.username')
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

/** The first note of the conversation, to which its messages belong. */
const firstOf = ({ id, carried_from }: Pick<NoteRow, 'id' | 'carried_from'>) => carried_from ?? id

/** Notes as they are sent, with their messages. */
async function notesOf(db: Db, rows: NoteRow[]): Promise<ReviewNote[]> {
  const messages = await messagesByNote(db, [...new Set(rows.map(firstOf))])
  return rows.map((row) => noteOf(row, messages.get(firstOf(row)) ?? []))
}

function noteOf(row: NoteRow, messages: ReviewMessage[]): ReviewNote {
  const { admin_id: adminId, username } = row
  return {
    _id: row.id,
    field: row.field === null ? null : ReviewedField.parse(row.field),
    atSeconds: row.at_s,
    text: row.text,
    answer: row.answer,
    resolvedAt: row.resolved_at,
    admin: adminId === null || username === null ? null : { _id: adminId, username },
    createdAt: row.created_at,
    messages,
    carriedFrom: row.carried_from,
  }
}

const findNotes = prepared((db, params: Params<{ ids: string[] }>) =>
  noteRows(db)
    .where(params.among('review_notes.revision_id', 'ids'))
    .orderBy('review_notes.revision_id')
    .orderBy('review_notes.id'),
)

/** The notes of these revisions, oldest first, by the id of the revision. */
export async function notesByRevision(db: Db, ids: string[]): Promise<Map<string, ReviewNote[]>> {
  const rows = await findNotes(db, { ids })
  const notes = (await notesOf(db, rows)).map((note, at) => ({
    note,
    revisionId: rows[at]?.revision_id ?? '',
  }))
  const groups = Map.groupBy(notes, ({ revisionId }) => revisionId)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ note }) => note)]))
}

export async function readNote(db: Db, id: string): Promise<ReviewNote | undefined> {
  const rows = await noteRows(db).where('review_notes.id', '=', id).execute()
  return (await notesOf(db, rows))[0]
}

/** The note, its version and who may answer it; `undefined` while its item is in the trash. */
export async function findNote(db: Db, id: string) {
  return db
    .selectFrom('review_notes')
    .innerJoin('revisions', 'revisions.id', 'review_notes.revision_id')
    .select(['review_notes.id', 'review_notes.answer', 'revisions.teacher_id', 'revisions.state'])
    .select(['revisions.subject', 'revisions.subject_id', 'revisions.playlist_id', 'revisions.number'])
    .select('revisions.round_id')
    .select(({ fn }) => fn.coalesce('review_notes.carried_from', 'review_notes.id').as('first_id'))
    .where('review_notes.id', '=', id)
    .where(isOutsideTrash)
    .executeTakeFirst()
}

export type FoundNote = NonNullable<Awaited<ReturnType<typeof findNote>>>

/** Whether an admin has decided about a later version of the same item. */
export async function isDecidedLater(
  db: Db,
  { subject_id, number }: Pick<FoundNote, 'subject_id' | 'number'>,
): Promise<boolean> {
  const later = await db
    .selectFrom('revisions')
    .select('id')
    .where('subject_id', '=', subject_id)
    .where('number', '>', number)
    .where('state', 'in', ['approved', 'changes', 'rejected'])
    .where('decided_by', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

interface Answer {
  resolvedAt: string | null
  /** `undefined` keeps the answer. */
  answer: string | null | undefined
}

export async function writeAnswer(db: Db, id: string, { resolvedAt, answer }: Answer): Promise<void> {
  await db
    .updateTable('review_notes')
    .set({ resolved_at: resolvedAt, ...(answer !== undefined && { answer }) })
    .where('id', '=', id)
    .execute()
}

/** The teacher's last message is the answer of the note. */
export async function writeReply(db: Db, id: string, answer: string): Promise<void> {
  await db.updateTable('review_notes').set({ answer }).where('id', '=', id).execute()
}
