import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const accountOf = prepared((db, params: Params<{ id: string }>) =>
  db.selectFrom('users').select(['created_at as createdAt', 'email']).where('id', '=', params.value('id')),
)

/** Oldest first, in the order of the index. */
const publicOf = prepared((db, params: Params<{ id: string }>) =>
  db
    .selectFrom('playlists')
    .select('id')
    .where('teacher_id', '=', params.value('id'))
    .where('status', '=', 'approved')
    .orderBy('id'),
)

/** What one playlist says of its teacher beside the name and the picture; the public playlists are the newest first. */
export async function teacherOf(
  db: Db,
  id: string,
): Promise<{ createdAt: string; email: string; createdPlaylists: string[] } | undefined> {
  const [[account], created] = await Promise.all([accountOf(db, { id }), publicOf(db, { id })])
  return account && { ...account, createdPlaylists: created.map((playlist) => playlist.id).toReversed() }
}
