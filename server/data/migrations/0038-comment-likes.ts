import { type Kysely, sql } from 'kysely'
import { clearedWith, createIndexes, defaultsTo, deletedWith, required } from './baseline/columns.ts'

/**
 * Adds likes, mentions and quotes of comments, and profiles that are hidden from others. A former version of the program reads
 * none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('profile_private', 'integer', defaultsTo(0)).execute()
  await createIndexes(db, 'users', { users_private: { columns: ['role'], where: sql`profile_private = 1` } })
  await db.schema.alterTable('comments').addColumn('likes_count', 'integer', defaultsTo(0)).execute()
  await db.schema.alterTable('comments').addColumn('quote', 'text').execute()
  // Worded as the conditions of the other indexes of threads (baseline/reactions.ts).
  const byLikes = ['course_id', 'likes_count', 'id']
  await createIndexes(db, 'comments', {
    comments_threads_by_likes: { columns: byLikes, where: sql`parent_id is null` },
    comments_questions_by_likes: { columns: byLikes, where: sql`is_question = 1` },
    comments_open_questions_by_likes: {
      columns: byLikes,
      where: sql`is_question > 0 and answered_by is null`,
    },
    comments_people: {
      columns: ['course_id', 'user_id'],
      where: sql`removed_at is null and hidden_at is null`,
    },
  })
  await createLikes(db)
  await createMentions(db)
}

async function createLikes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comment_likes')
    .addColumn('comment_id', 'text', deletedWith('comments.id'))
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('comment_likes_key', ['comment_id', 'user_id'])
    .execute()
  await createIndexes(db, 'comment_likes', { comment_likes_user: ['user_id'] })
}

async function createMentions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comment_mentions')
    .addColumn('comment_id', 'text', deletedWith('comments.id'))
    .addColumn('user_id', 'text', clearedWith('users.id'))
    .addColumn('name_then', 'text', required)
    .execute()
  await createIndexes(db, 'comment_mentions', {
    comment_mentions_key: { columns: ['comment_id', 'user_id'], unique: true },
    comment_mentions_user: ['user_id'],
  })
}
