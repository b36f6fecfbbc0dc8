import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import {
  clearedWith,
  createIndexes,
  defaultsTo,
  deletedWith,
  key,
  keyDeletedWith,
  required,
} from './columns.ts'

/** What users have watched and noted. */
export async function createLearning(db: Kysely<unknown>): Promise<void> {
  await createProgress(db)
  await createPlaylistProgress(db)
  await createProgressCredits(db)
  await createNotes(db)
}

async function createProgress(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('progress')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('course_id', 'text', deletedWith('courses.id'))
    .addColumn('video_key', 'text', required)
    .addColumn('at_s', 'double precision', required)
    .addColumn('duration_s', 'double precision', required)
    .addColumn('seconds', isPostgres(db) ? sql`bytea` : sql`blob`, required)
    .addColumn('watched_s', 'integer', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('done_at', 'text')
    .addColumn('done_by', 'text')
    .addColumn('auto_done_from_s', 'integer')
    .addPrimaryKeyConstraint('progress_key', ['user_id', 'course_id'])
    .execute()
  await createIndexes(db, 'progress', {
    progress_history: ['user_id', 'updated_at', 'course_id'],
    progress_done: ['user_id', 'done_at', 'course_id'],
    progress_course: ['course_id', 'video_key'],
  })
}

async function createPlaylistProgress(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playlist_progress')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addColumn('last_course_id', 'text', clearedWith('courses.id'))
    .addColumn('done_count', 'integer', defaultsTo(0))
    .addColumn('rate', 'double precision')
    .addColumn('updated_at', 'text', required)
    .addColumn('hidden_at', 'text')
    .addPrimaryKeyConstraint('playlist_progress_key', ['user_id', 'playlist_id'])
    .execute()
  await createIndexes(db, 'playlist_progress', {
    playlist_progress_newest: ['user_id', 'updated_at', 'playlist_id'],
    playlist_progress_playlist: ['playlist_id'],
    playlist_progress_course: ['last_course_id'],
  })
}

async function createProgressCredits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('progress_credits')
    .addColumn('user_id', 'text', keyDeletedWith('users.id'))
    .addColumn('credit_s', 'double precision', required)
    .addColumn('unspent_s', 'double precision', required)
    .addColumn('updated_at', 'text', required)
    .execute()
}

async function createNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notes')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('course_id', 'text', deletedWith('courses.id'))
    .addColumn('at_s', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await createIndexes(db, 'notes', {
    notes_course: ['user_id', 'course_id', 'at_s', 'id'],
    notes_newest: ['user_id', 'id'],
    notes_of_course: ['course_id'],
  })
}
