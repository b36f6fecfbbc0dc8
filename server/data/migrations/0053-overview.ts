import { type Kysely, sql } from 'kysely'
import { createIndexes, defaultsTo, key, required } from './baseline/columns.ts'

/** Adds the code that makes the first admin, demo accounts that say that they are some, backups, and figures of the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('site').addColumn('setup_hash', 'text').execute()
  await db.schema.alterTable('site').addColumn('setup_tries', 'integer', defaultsTo(0)).execute()
  await db.schema.alterTable('site').addColumn('checklist_hidden_at', 'text').execute()
  await db.schema.alterTable('users').addColumn('is_demo', 'integer', defaultsTo(0)).execute()
  await createIndexes(db, 'users', { users_demo: { columns: ['id'], where: sql`is_demo = 1` } })
  await db.schema
    .createTable('site_numbers')
    .addColumn('key', 'text', key)
    .addColumn('value', 'double precision', required)
    .addColumn('at', 'text', required)
    .execute()
  await db.schema
    .createTable('backups')
    .addColumn('id', 'text', key)
    .addColumn('file_name', 'text', required)
    .addColumn('started_at', 'text', required)
    .addColumn('finished_at', 'text')
    .addColumn('bytes', 'double precision')
    .addColumn('state', 'text')
    .addColumn('error', 'text')
    .execute()
  await createIndexes(db, 'mails', {
    mails_unsent: { columns: ['id'], where: sql`state in ('failed', 'rejected')` },
  })
  await createIndexes(db, 'backups', { backups_state: ['state', 'finished_at'] })
}
