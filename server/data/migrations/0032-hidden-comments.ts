import { type Kysely, type SqlBool, sql } from 'kysely'

/** Stores which comments reports hide. Each start of the server brings the column up to date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('comments').addColumn('hidden_at', 'text').execute()
  await db.schema
    .createIndex('comments_hidden')
    .on('comments')
    .columns(['course_id', 'id'])
    .where(sql<SqlBool>`hidden_at is not null`)
    .execute()
}
