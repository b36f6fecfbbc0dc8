import type { Kysely } from 'kysely'
import {
  clearedWith,
  createIndexes,
  defaultsTo,
  deletedWith,
  required,
  withoutRowid,
} from './baseline/columns.ts'

/** The legal pages of the site in all their versions, and the versions that users have accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('legal_pages')
    .addColumn('kind', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('markdown', 'text', required)
    .addColumn('asks_again', 'integer', defaultsTo(0))
    .addColumn('published_at', 'text', required)
    .addColumn('published_by', 'text', clearedWith('users.id'))
    .addPrimaryKeyConstraint('legal_pages_key', ['kind', 'version'])
    .execute()
  await createIndexes(db, 'legal_pages', { legal_pages_published_by: ['published_by'] })
  await db.schema
    .createTable('consents')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('consents_key', ['user_id', 'kind', 'version'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'consents', { consents_version: ['kind', 'version'] })
}
