import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { newestRevisions } from '#server/features/catalog/versions/newest.queries.ts'

const placesOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(['subject', 'subject_id', 'teacher_id', 'playlist_id', 'id'])
    .where(params.among('id', 'ids')),
)

/** The newest revisions of these items, with their teachers and playlists. */
export async function newestWithPlace(db: Db, subjectIds: string[]) {
  const newest = await newestRevisions(db, subjectIds)
  const rows = await placesOf(db, { ids: [...newest.values()].map(({ _id }) => _id) })
  return rows.flatMap((row) => {
    const revision = newest.get(row.subject_id)
    if (!revision) return []
    const { _id, number, state } = revision
    return {
      teacherId: row.teacher_id,
      subject: { kind: row.subject, _id: row.subject_id },
      playlistId: row.playlist_id,
      revision: { _id, number, state },
    }
  })
}
