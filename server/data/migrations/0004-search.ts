import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'
import { rebuildPlaylistIndex } from '#server/features/search/index/rebuild.queries.ts'

/**
 * The search index of public playlists: their words by field, which words there are and how one may be mistyped, and
 * the full-text index. The words in it are made by core/search-index, so the tokenizer only cuts at spaces; the
 * prefixes are those of words of one to four letters, before which stands the letter of their place. What is public already becomes findable.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const postgres = isPostgres(db)
  await db.schema
    .createTable('search_documents')
    .addColumn('seq', 'integer', (column) =>
      postgres ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey(),
    )
    .addColumn('playlist_id', 'text', (column) => column.notNull().unique())
    .addColumn('category_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('teacher', 'text', (column) => column.notNull())
    .addColumn('courses', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('search_words')
    .addColumn('word', 'text', (column) => column.primaryKey().notNull())
    .addColumn('documents', 'integer', (column) => column.notNull())
    .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  await db.schema
    .createTable('search_deletions')
    .addColumn('deletion', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_deletions_key', ['deletion', 'word'])
    .$call((table) => (postgres ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  await (postgres ? createLexemeTable(db) : createFullTextTable(db))
  await db.schema
    .createIndex('playlists_popularity')
    .on('playlists')
    .columns(['id', 'status', 'saves_count'])
    .execute()
  await rebuildPlaylistIndex(db)
}

async function createFullTextTable(db: Kysely<Schema>): Promise<void> {
  await sql`create virtual table search_index using fts5(
    lexemes, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '2 3 4 5')`.execute(
    db,
  )
}

/** The same under the same names: `rowid` is a column like any other here. */
async function createLexemeTable(db: Kysely<Schema>): Promise<void> {
  await sql`create table search_index (rowid integer primary key, lexemes tsvector not null)`.execute(db)
  await sql`create index search_index_lexemes on search_index using gin (lexemes)`.execute(db)
}
