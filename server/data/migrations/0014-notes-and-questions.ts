import { type Kysely, type SqlBool, sql } from 'kysely'

/** Notes at a second of a video; questions and replies among the comments (product/learning.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await notes(db)
  await replies(db)
  await threadIndexes(db)
  // The list of a user's likes, newest first.
  await db.schema.createIndex('likes_of_user').on('likes').columns(['user_id', 'id']).execute()
  await db.schema.dropIndex('likes_user').execute()
}

async function notes(db: Kysely<unknown>): Promise<void> {
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
}

/** Comments refer to each other in both directions, so that a restore cannot insert them in an order that fits. */
const LATER = sql`deferrable initially deferred`

async function replies(db: Kysely<unknown>): Promise<void> {
  const comments = () => db.schema.alterTable('comments')
  await comments().addColumn('at_s', 'integer').execute()
  await comments()
    .addColumn('parent_id', 'text', (column) =>
      column.references('comments.id').onDelete('cascade').modifyEnd(LATER),
    )
    .execute()
  await comments()
    .addColumn('is_question', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await comments()
    .addColumn('answered_by', 'text', (column) =>
      column.references('comments.id').onDelete('set null').modifyEnd(LATER),
    )
    .execute()
  await comments().addColumn('pinned_at', 'text').execute()
  await comments().addColumn('removed_at', 'text').execute()
}

/**
 * The threads of a course that each filter finds. The two conditions on questions differ in form, so that a query for open
 * questions cannot use the index of all questions.
 */
const FILTERS = {
  threads: sql<SqlBool>`parent_id is null`,
  questions: sql<SqlBool>`is_question = 1`,
  open_questions: sql<SqlBool>`is_question > 0 and answered_by is null`,
}

async function threadIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`comments_${name}`).on('comments')
  for (const [name, condition] of Object.entries(FILTERS)) {
    await index(name).columns(['course_id', 'id']).where(condition).execute()
    await index(`${name}_by_moment`).columns(['course_id', 'at_s', 'id']).where(condition).execute()
  }
  await index('pinned')
    .columns(['course_id', 'pinned_at', 'id'])
    .where(sql<SqlBool>`pinned_at is not null`)
    .execute()
  await index('replies').columns(['parent_id', 'id']).where(sql<SqlBool>`parent_id is not null`).execute()
  await index('answers').column('answered_by').where(sql<SqlBool>`answered_by is not null`).execute()
}
