import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import {
  clearedWith,
  createIndexes,
  defaultsTo,
  deletedWith,
  key,
  keyDeletedWith,
  numberedKey,
  required,
  withoutRowid,
} from './baseline/columns.ts'
import { keepRemovedProgress, sumLearners } from './learner-sums.ts'

/**
 * Adds what a job counts for the teachers: who learns, how far they get, and which parts of a video are watched. Existing progress
 * is uncounted, so the first runs of the job fill the tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addCounted(db)
  await db.schema.alterTable('users').addColumn('progress_shown', 'integer', defaultsTo(1)).execute()
  await db.schema.alterTable('users').addColumn('progress_told_at', 'text').execute()
  await createLearners(db)
  await createSums(db)
  await createDays(db)
  await sumLearners(db)
  await keepRemovedProgress(db)
}

const blobOf = (db: Kysely<unknown>) => (isPostgres(db) ? sql`bytea` : sql`blob`)

/** Also in server/features/learning/progress/counted.queries.ts, word for word, or the index would not be used. */
const IS_UNCOUNTED = sql`counted_key is null or counted_key <> video_key or counted_s <> watched_s
  or counted_done <> case when done_at is null then 0 else 1 end`

async function addCounted(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('progress').addColumn('counted_s', 'integer', defaultsTo(0)).execute()
  await db.schema.alterTable('progress').addColumn('counted_done', 'integer', defaultsTo(0)).execute()
  await db.schema.alterTable('progress').addColumn('counted_key', 'text').execute()
  await db.schema.alterTable('progress').addColumn('counted_slots', blobOf(db)).execute()
  await createIndexes(db, 'progress', {
    progress_uncounted: { columns: ['user_id', 'course_id'], where: IS_UNCOUNTED },
  })
  await db.schema
    .createTable('progress_removed')
    .addColumn('id', 'integer', numberedKey(db))
    .addColumn('course_id', 'text', deletedWith('courses.id'))
    .addColumn('user_id', 'text', clearedWith('users.id'))
    .addColumn('key', 'text', required)
    .addColumn('seconds', 'integer', required)
    .addColumn('done', 'integer', required)
    .addColumn('slots', blobOf(db))
    .execute()
  await createIndexes(db, 'progress_removed', {
    progress_removed_course: ['course_id'],
    progress_removed_user: ['user_id'],
  })
}

async function createLearners(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('learners')
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('name_key', 'text', required)
    .addColumn('named', 'integer', required)
    .addColumn('first_day', 'text', required)
    .addColumn('last_day', 'text', required)
    .addColumn('done_count', 'integer', required)
    .addColumn('furthest_course_id', 'text', clearedWith('courses.id'))
    .addColumn('finished_on', 'text')
    .addPrimaryKeyConstraint('learners_key', ['playlist_id', 'user_id'])
    .execute()
  await createIndexes(db, 'learners', {
    learners_by_last: ['playlist_id', 'named', 'last_day', 'user_id'],
    learners_by_done: ['playlist_id', 'named', 'done_count', 'user_id'],
    learners_by_name: ['playlist_id', 'named', 'name_key', 'user_id'],
    learners_user: ['user_id'],
    learners_furthest: ['furthest_course_id'],
  })
}

async function createSums(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playlist_sums')
    .addColumn('playlist_id', 'text', keyDeletedWith('playlists.id'))
    .addColumn('learners', 'integer', defaultsTo(0))
    .addColumn('named', 'integer', defaultsTo(0))
    .addColumn('finished', 'integer', defaultsTo(0))
    .addColumn('done', 'integer', defaultsTo(0))
    .addColumn('watched_s', 'integer', defaultsTo(0))
    .addColumn('recounted_at', 'text')
    .execute()
  await db.schema
    .createTable('course_sums')
    .addColumn('course_id', 'text', keyDeletedWith('courses.id'))
    .addColumn('learners', 'integer', defaultsTo(0))
    .addColumn('done', 'integer', defaultsTo(0))
    .addColumn('watched_s', 'integer', defaultsTo(0))
    .addColumn('furthest', 'integer', defaultsTo(0))
    .addColumn('furthest_finished', 'integer', defaultsTo(0))
    .addColumn('key', 'text')
    .addColumn('slots', blobOf(db))
    .addColumn('stops', blobOf(db))
    .addColumn('slots_done', 'integer', defaultsTo(0))
    .execute()
}

/** What was new on each day. The rows of a day name nobody. */
async function createDays(db: Kysely<unknown>): Promise<void> {
  const days = { playlist_days: 'playlists', course_days: 'courses' } as const
  for (const [table, parent] of Object.entries(days)) {
    const column = `${parent.slice(0, -1)}_id`
    await db.schema
      .createTable(table)
      .addColumn(column, 'text', deletedWith(`${parent}.id`))
      .addColumn('day', 'text', required)
      .addColumn('learners', 'integer', defaultsTo(0))
      .addColumn('started', 'integer', defaultsTo(0))
      .addColumn('finished', 'integer', defaultsTo(0))
      .addColumn('watched_s', 'integer', defaultsTo(0))
      .addPrimaryKeyConstraint(`${table}_key`, [column, 'day'])
      .$call(withoutRowid(db))
      .execute()
    await createIndexes(db, table, { [`${table}_day`]: ['day'] })
  }
  await db.schema
    .createTable('site_days')
    .addColumn('day', 'text', key)
    .addColumn('watched_s', 'integer', defaultsTo(0))
    .addColumn('done', 'integer', defaultsTo(0))
    .addColumn('comments', 'integer', defaultsTo(0))
    .execute()
}
