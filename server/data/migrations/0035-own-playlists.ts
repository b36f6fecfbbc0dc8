import { type Kysely, sql } from 'kysely'
import { createIndexes } from './baseline/columns.ts'

/** Sorts the playlists of a teacher, and finds what the teacher has to do something about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexes(db, 'playlists', {
    playlists_teacher_changed: ['teacher_id', 'updated_at', 'id'],
    playlists_teacher_title: ['teacher_id', 'title_key', 'id'],
    playlists_teacher_videos: ['teacher_id', 'courses_count', 'id'],
  })
  await createIndexes(db, 'courses', {
    courses_playlist_unavailable: {
      columns: ['playlist_id', 'unavailable_since'],
      where: sql`unavailable_since is not null`,
    },
  })
  await createIndexes(db, 'revisions', {
    revisions_changes: { columns: ['teacher_id', 'playlist_id', 'id'], where: sql`state = 'changes'` },
  })
}
