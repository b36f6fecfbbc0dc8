import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'

/** Captions, and what the search finds in them (product/learning.md, "Captions and transcript" and "Search to the second"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = isPostgres(db)
  await db.schema
    .createTable('captions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('course_id', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('vtt', 'text', (column) => column.notNull())
    .addColumn('cues_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('searched_in', 'text')
    .addUniqueConstraint('captions_language', ['course_id', 'language'])
    .execute()
  await db.schema
    .createTable('passages')
    .addColumn('id', 'integer', (column) =>
      postgres ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey(),
    )
    .addColumn('captions_id', 'text', (column) =>
      column.notNull().references('captions.id').onDelete('cascade'),
    )
    .addColumn('course_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('start_s', 'integer', (column) => column.notNull())
    .addColumn('end_s', 'integer', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('cues', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('passages_order')
    .unique()
    .on('passages')
    .columns(['captions_id', 'position'])
    .execute()
  await (postgres ? createLexemeTable(db) : createFullTextTable(db))
}

/** A trigger removes the entry of each deleted passage, including passages deleted by the cascade from a course. */
async function createFullTextTable(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table search_passages using fts5(
    lexemes, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '4 5')`.execute(
    db,
  )
  await sql`create trigger passages_unindexed after delete on passages begin
    delete from search_passages where rowid = old.id; end`.execute(db)
}

/** The same under the same names. */
async function createLexemeTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_passages (
    rowid integer primary key references passages (id) on delete cascade, lexemes tsvector not null)`.execute(
    db,
  )
  await sql`create index search_passages_lexemes on search_passages using gin (lexemes)`.execute(db)
}
