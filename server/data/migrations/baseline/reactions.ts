import { type Kysely, sql } from 'kysely'
import { createIndexes, defaultsTo, deletedWith, key, required } from './columns.ts'

/** What users do with courses, playlists and teachers. */
export async function createReactions(db: Kysely<unknown>): Promise<void> {
  await createComments(db)
  await createLikes(db)
  await createSaves(db)
  await createFollows(db)
}

/** Comments refer to each other in both directions, so that a restore cannot insert them in an order that fits. */
const LATER = sql`deferrable initially deferred`

/**
 * The threads of a course that each filter finds. The conditions of the two filters on questions differ in form, so that a query
 * for open questions cannot use the index of all questions.
 */
const THREADS = sql`parent_id is null`
const QUESTIONS = sql`is_question = 1`
const OPEN_QUESTIONS = sql`is_question > 0 and answered_by is null`

async function createComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', key)
    .addColumn('course_id', 'text', deletedWith('courses.id'))
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('at_s', 'integer')
    .addColumn('parent_id', 'text', (column) =>
      column.references('comments.id').onDelete('cascade').modifyEnd(LATER),
    )
    .addColumn('is_question', 'integer', defaultsTo(0))
    .addColumn('answered_by', 'text', (column) =>
      column.references('comments.id').onDelete('set null').modifyEnd(LATER),
    )
    .addColumn('pinned_at', 'text')
    .addColumn('removed_at', 'text')
    .execute()
  await createIndexes(db, 'comments', {
    comments_course: ['course_id', 'id'],
    comments_user: ['user_id'],
    comments_threads: { columns: ['course_id', 'id'], where: THREADS },
    comments_threads_by_moment: { columns: ['course_id', 'at_s', 'id'], where: THREADS },
    comments_questions: { columns: ['course_id', 'id'], where: QUESTIONS },
    comments_questions_by_moment: { columns: ['course_id', 'at_s', 'id'], where: QUESTIONS },
    comments_open_questions: { columns: ['course_id', 'id'], where: OPEN_QUESTIONS },
    comments_open_questions_by_moment: { columns: ['course_id', 'at_s', 'id'], where: OPEN_QUESTIONS },
    comments_pinned: { columns: ['course_id', 'pinned_at', 'id'], where: sql`pinned_at is not null` },
    comments_replies: { columns: ['parent_id', 'id'], where: sql`parent_id is not null` },
    comments_answers: { columns: ['answered_by'], where: sql`answered_by is not null` },
  })
}

async function createLikes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('likes')
    .addColumn('id', 'text', required)
    .addColumn('course_id', 'text', deletedWith('courses.id'))
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addPrimaryKeyConstraint('likes_key', ['course_id', 'user_id'])
    .execute()
  await createIndexes(db, 'likes', {
    likes_newest: ['course_id', 'id', 'user_id'],
    likes_of_user: ['user_id', 'id'],
  })
}

async function createSaves(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saves')
    .addColumn('id', 'text', required)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addPrimaryKeyConstraint('saves_key', ['user_id', 'playlist_id'])
    .execute()
  await createIndexes(db, 'saves', {
    saves_newest: ['user_id', 'id', 'playlist_id'],
    saves_of_playlist: ['playlist_id', 'user_id'],
  })
}

async function createFollows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('follows')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('teacher_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('playlist_id', 'text', (column) => column.references('playlists.id').onDelete('cascade'))
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'follows', {
    follows_teacher: { columns: ['teacher_id', 'user_id'], unique: true },
    follows_playlist: { columns: ['playlist_id', 'user_id'], unique: true },
    follows_user: ['user_id', 'created_at'],
  })
}
