import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { EDITED } from '#server/features/catalog/versions/applied-edits.ts'

/** The courses of a playlist that nobody has submitted, and those with a draft of another version, in teaching order. */
export async function draftCourseIds(trx: Db, playlistId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('courses')
    .select('id')
    .where('playlist_id', '=', playlistId)
    .where('trash_id', 'is', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('status', '=', 'draft'),
        eb(
          'id',
          'in',
          selectFrom('revisions')
            .select('revisions.subject_id')
            .where('revisions.playlist_id', '=', playlistId)
            .where('revisions.state', '=', 'draft'),
        ),
      ]),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countCoursesInside(trx: Db, playlistId: string): Promise<number> {
  const row = await trx
    .selectFrom('playlists')
    .select('courses_count')
    .where('id', '=', playlistId)
    .executeTakeFirst()
  return row?.courses_count ?? 0
}

/** The program drew it, because nobody uploaded one. */
export async function isDrawnPicture(trx: Db, name: string): Promise<boolean> {
  const row = await trx.selectFrom('images').select('owner_id').where('name', '=', name).executeTakeFirst()
  return row?.owner_id === null
}

export async function isTrusted(trx: Db, userId: string): Promise<boolean> {
  const row = await trx.selectFrom('users').select('trusted').where('id', '=', userId).executeTakeFirst()
  return row?.trusted === 1
}

/** Whether the last decision came with notes that the teacher has neither done nor answered. */
export async function hasOpenNotes(trx: Db, subjectId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('review_notes')
    .innerJoin('revisions', 'revisions.id', 'review_notes.revision_id')
    .select('review_notes.id')
    .where('revisions.subject_id', '=', subjectId)
    .where('revisions.state', 'in', ['changes', 'rejected'])
    .where('revisions.number', '=', ({ selectFrom }) =>
      selectFrom('revisions as decided')
        .select(({ fn }) => fn.max<number>('decided.number').as('number'))
        .where('decided.subject_id', '=', subjectId)
        .where('decided.state', 'in', ['approved', 'changes', 'rejected'])
        // An edit that applied at once answers no note.
        .where(({ eb, or }) =>
          or([eb('decided.message', '<>', EDITED), eb('decided.decided_by', 'is not', null)]),
        ),
    )
    .where('review_notes.resolved_at', 'is', null)
    .where('review_notes.answer', 'is', null)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return open !== undefined
}
