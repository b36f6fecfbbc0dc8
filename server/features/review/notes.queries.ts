import type { NoteDraft } from '#contract/review/review.ts'
import { ReviewedField, type ReviewNote } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

interface NewNotes {
  revisionId: string
  adminId: string
  notes: NoteDraft[]
}

/** Adds notes of an admin; returns their ids. */
export async function insertNotes(trx: Db, { revisionId, adminId, notes }: NewNotes): Promise<string[]> {
  if (notes.length === 0) return []
  const now = Date.now()
  const rows = notes.map(({ field, atSeconds, text }, index) => ({
    // Lists order by id.
    id: newId(now + index),
    revision_id: revisionId,
    admin_id: adminId,
    field: field ?? null,
    at_s: atSeconds ?? null,
    text,
    created_at: new Date(now).toISOString(),
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
    .select(['review_notes.created_at', 'users.id as admin_id', 'users.username'])
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

function noteOf(row: NoteRow): ReviewNote {
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
  const groups = Map.groupBy(rows, ({ revision_id }) => revision_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(noteOf)]))
}

export async function readNote(db: Db, id: string): Promise<ReviewNote | undefined> {
  const row = await noteRows(db).where('review_notes.id', '=', id).executeTakeFirst()
  return row && noteOf(row)
}

/** The note and who may answer it. */
export async function findNote(db: Db, id: string) {
  return db
    .selectFrom('review_notes')
    .innerJoin('revisions', 'revisions.id', 'review_notes.revision_id')
    .select(['review_notes.id', 'revisions.teacher_id', 'revisions.state'])
    .where('review_notes.id', '=', id)
    .executeTakeFirst()
}

interface Answer {
  resolvedAt: string | null
  /** `undefined` keeps the explanation. */
  answer: string | null | undefined
}

export async function writeAnswer(db: Db, id: string, { resolvedAt, answer }: Answer): Promise<void> {
  await db
    .updateTable('review_notes')
    .set({ resolved_at: resolvedAt, ...(answer !== undefined && { answer }) })
    .where('id', '=', id)
    .execute()
}
