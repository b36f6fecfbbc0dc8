import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import { required, withoutRowid } from './baseline/columns.ts'

/**
 * Adds a second search index, of playlists that only members or groups find, and the audience of each document. A former
 * version of the program leaves both as they are: nothing is restricted while it runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['search_documents', 'correction_passages'])
    await db.schema.alterTable(table).addColumn('audience', 'text').execute()
  await db.schema
    .createTable('restricted_words')
    .addColumn('word', 'text', (column) => column.primaryKey().notNull())
    .addColumn('documents', 'integer', required)
    .$call(withoutRowid(db))
    .execute()
  await db.schema
    .createTable('restricted_deletions')
    .addColumn('deletion', 'text', required)
    .addColumn('word', 'text', required)
    .addPrimaryKeyConstraint('restricted_deletions_key', ['deletion', 'word'])
    .$call(withoutRowid(db))
    .execute()
  await (isPostgres(db) ? createLexemeTables(db) : createFullTextTables(db))
}

/** The indexes of texts in videos, and the tables whose rows they contain. */
const IN_VIDEOS = [
  ['restricted_passages', 'passages'],
  ['restricted_corrections', 'correction_passages'],
] as const

async function createFullTextTables(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table restricted_index using fts5(
    lexemes, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '2 3 4 5')`.execute(
    db,
  )
  for (const [index, rows] of IN_VIDEOS) {
    await sql`create virtual table ${sql.table(index)} using fts5(
      lexemes, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '4 5')`.execute(
      db,
    )
    await sql`create trigger ${sql.id(`${rows}_unrestricted`)} after delete on ${sql.table(rows)} begin
      delete from ${sql.table(index)} where rowid = old.id; end`.execute(db)
  }
}

async function createLexemeTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table restricted_index (rowid integer primary key, lexemes tsvector not null)`.execute(db)
  for (const [index, rows] of IN_VIDEOS) {
    await sql`create table ${sql.table(index)} (
      rowid integer primary key references ${sql.table(rows)} (id) on delete cascade, lexemes tsvector not null)`.execute(
      db,
    )
  }
  for (const index of ['restricted_index', ...IN_VIDEOS.map(([name]) => name)])
    await sql`create index ${sql.id(`${index}_lexemes`)} on ${sql.table(index)} using gin (lexemes)`.execute(
      db,
    )
}
