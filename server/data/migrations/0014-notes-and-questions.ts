import type { Kysely } from 'kysely'

/** Notes at a second of a video; questions and replies among the comments (product/learning.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('course_id', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('at_s', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('notes_course')
    .on('notes')
    .columns(['user_id', 'course_id', 'at_s', 'id'])
    .execute()
  await db.schema.createIndex('notes_newest').on('notes').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('notes_of_course').on('notes').column('course_id').execute()
  const comments = () => db.schema.alterTable('comments')
  await comments().addColumn('at_s', 'integer').execute()
  await comments()
    .addColumn('parent_id', 'text', (column) => column.references('comments.id').onDelete('cascade'))
    .execute()
  await comments()
    .addColumn('is_question', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await comments()
    .addColumn('answered_by', 'text', (column) => column.references('comments.id').onDelete('set null'))
    .execute()
  await comments().addColumn('pinned_at', 'text').execute()
  await comments().addColumn('removed_at', 'text').execute()
  await db.schema
    .createIndex('comments_threads')
    .on('comments')
    .columns(['course_id', 'parent_id', 'id'])
    .execute()
  await db.schema.createIndex('comments_replies').on('comments').columns(['parent_id', 'id']).execute()
  await db.schema.createIndex('comments_answer').on('comments').column('answered_by').execute()
}
