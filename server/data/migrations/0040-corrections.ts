import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import { createIndexes, deletedWith, numberedKey, required } from './baseline/columns.ts'

/**
 * Adds what teachers correct in their videos, what changed last, and when a learner has seen that. A former version of the program
 * leaves all of it as it is; the doctor finds corrections that the search then has wrong.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['corrections', 'changed_at', 'changed_what'])
    await db.schema.alterTable('courses').addColumn(column, 'text').execute()
  await db.schema.alterTable('progress').addColumn('change_seen_at', 'text').execute()
  await db.schema
    .createTable('correction_passages')
    .addColumn('id', 'integer', numberedKey(db))
    .addColumn('course_id', 'text', deletedWith('courses.id'))
    .addColumn('playlist_id', 'text', required)
    .addColumn('at_s', 'integer', required)
    .addColumn('words', 'text', required)
    .addColumn('text', 'text', required)
    .execute()
  await createIndexes(db, 'correction_passages', { correction_passages_course: ['course_id'] })
  await createIndexes(db, 'courses', {
    courses_corrected: { columns: ['playlist_id'], where: sql`corrections is not null` },
  })
  await (isPostgres(db) ? createLexemeTable(db) : createFullTextTable(db))
}

/** As the index of the passages is. */
async function createFullTextTable(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table search_corrections using fts5(
    lexemes, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '4 5')`.execute(
    db,
  )
  await sql`create trigger correction_passages_unindexed after delete on correction_passages begin
    delete from search_corrections where rowid = old.id; end`.execute(db)
}

async function createLexemeTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_corrections (
    rowid integer primary key references correction_passages (id) on delete cascade, lexemes tsvector not null)`.execute(
    db,
  )
  await sql`create index search_corrections_lexemes on search_corrections using gin (lexemes)`.execute(db)
}
