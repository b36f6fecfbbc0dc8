import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { DecisionRow, RevisionRow } from '#server/data/review-rows.ts'
import type { Content } from './content.ts'

export async function newestRevision(db: Db, subjectId: string): Promise<RevisionRow | undefined> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findRevision(db: Db, id: string): Promise<RevisionRow | undefined> {
  return db.selectFrom('revisions').selectAll().where('id', '=', id).where(isOutsideTrash).executeTakeFirst()
}

/** A condition on revisions: their item is not in the trash, which has few. */
export const isOutsideTrash = sql<SqlBool>`revisions.playlist_id not in
    (select playlists.id from playlists where playlists.trash_id is not null)
  and coalesce(revisions.course_id, '') not in
    (select courses.id from courses where courses.trash_id is not null)`

export async function findNumber(
  db: Db,
  subjectId: string,
  number: number,
): Promise<RevisionRow | undefined> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function insertRevisions(trx: Db, rows: RevisionRow[]): Promise<void> {
  if (rows.length === 0) return
  // Two nodes that start at one moment may add the same first revisions.
  await trx
    .insertInto('revisions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['subject_id', 'number']).doNothing())
    .execute()
}

type Changes = Partial<
  Pick<
    RevisionRow,
    'number' | 'state' | 'message' | 'submitted_at' | 'decided_at' | 'decided_by' | 'category_id' | 'image'
  >
>

export async function updateRevision(trx: Db, id: string, changes: Changes): Promise<void> {
  await trx.updateTable('revisions').set(changes).where('id', '=', id).execute()
}

export async function writeContent(trx: Db, id: string, content: Content): Promise<void> {
  await trx
    .updateTable('revisions')
    .set({ content: JSON.stringify(content), ...namesIn(content) })
    .where('id', '=', id)
    .execute()
}

/** What a deletion must not take from a version that may still go online. */
export function namesIn({ category, image }: Content): Pick<RevisionRow, 'category_id' | 'image'> {
  return { category_id: category ?? null, image }
}

/** Lets go of the category and the picture of a revision that will not go online any more. */
export const NAMES_NOTHING = { category_id: null, image: null }

export async function submitRevisions(trx: Db, ids: string[], at: string): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('revisions')
    .set({ state: 'submitted', submitted_at: at })
    .where('id', 'in', ids)
    .where('state', '=', 'draft')
    .execute()
}

export async function insertDecision(trx: Db, decision: Omit<DecisionRow, 'id'>): Promise<void> {
  await trx
    .insertInto('decisions')
    .values({ id: newId(Date.parse(decision.at)), ...decision })
    .execute()
}

/** The courses of a teacher whose newest version has this uploaded video, the oldest course first. */
export async function coursesWithVideo(
  db: Db,
  { videoId, ownerId }: { videoId: string; ownerId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('revisions')
    .select('subject_id')
    .where('teacher_id', '=', ownerId)
    .where('content', 'like', `%"source":"upload","key":"${videoId}"%`)
    .where('number', '=', ({ selectFrom }) =>
      selectFrom('revisions as later')
        .select(({ fn }) => fn.max<number>('later.number').as('newest'))
        .whereRef('later.subject_id', '=', 'revisions.subject_id'),
    )
    .orderBy('subject_id')
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

/** The notes that an admin has written on a version stay with the version that replaces it. */
export async function moveNotes(trx: Db, from: string, to: string): Promise<void> {
  await trx.updateTable('review_notes').set({ revision_id: to }).where('revision_id', '=', from).execute()
}

/** Call it when a course moves to another playlist. */
export async function moveRevisions(trx: Db, courseId: string, playlistId: string): Promise<void> {
  await trx
    .updateTable('revisions')
    .set({ playlist_id: playlistId })
    .where('subject_id', '=', courseId)
    .execute()
}

/** The pictures that waiting versions of this item name. */
export async function picturesOfItem(trx: Db, subjectId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('revisions')
    .select('image')
    .where('subject_id', '=', subjectId)
    .where('image', 'is not', null)
    .execute()
  return rows.flatMap(({ image }) => image ?? [])
}
