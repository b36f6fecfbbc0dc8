import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'
import { rebuildNames } from '#server/features/search/index/names.queries.ts'

/**
 * The names of teachers by their words: each beginning of each word in the order of the list, and how each word may be
 * mistyped. What a former program writes beside this one changes `users` alone: `searched_as` then differs from what it
 * should be, the index of such people is empty otherwise, and they are entered within a minute.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const postgres = isPostgres(db)
  await db.schema.alterTable('users').addColumn('searched_as', 'text').execute()
  await db.schema
    .createTable('search_names')
    .addColumn('beginning', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('search_names_key', ['beginning', 'username_key', 'user_id'])
    .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  await db.schema
    .createTable('search_name_deletions')
    .addColumn('deletion', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('search_name_deletions_key', ['deletion', 'word', 'user_id'])
    .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  await db.schema.createIndex('search_names_user').on('search_names').column('user_id').execute()
  await db.schema
    .createIndex('search_name_deletions_user')
    .on('search_name_deletions')
    .column('user_id')
    .execute()
  await rebuildNames(db)
  await sql`create index users_overlooked on users (id) where
    searched_as is distinct from case role when 'Teacher' then username_key end`.execute(db)
}
