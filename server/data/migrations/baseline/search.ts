import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import { createIndexes, deletedWith, numberedKey, required, withoutRowid } from './columns.ts'

/** Captions, and the search index. */
export async function createSearch(db: Kysely<unknown>): Promise<void> {
  await createCaptions(db)
  await createPassages(db)
  await createSearchDocuments(db)
  await createSearchWords(db)
  await createSearchDeletions(db)
  await createSearchNames(db)
  await createSearchNameDeletions(db)
  await (isPostgres(db) ? createLexemeTables(db) : createFullTextTables(db))
}

/**
 * The program makes the words, so the tokenizer only cuts at spaces. The prefixes are those of words of one to four letters after
 * the letter of their place. A trigger removes the entry of each deleted passage, including those deleted by a cascade.
 */
async function createFullTextTables(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table search_index using fts5(
    lexemes, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '2 3 4 5')`.execute(
    db,
  )
  await sql`create virtual table search_passages using fts5(
    lexemes, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '4 5')`.execute(
    db,
  )
  await sql`create trigger passages_unindexed after delete on passages begin
    delete from search_passages where rowid = old.id; end`.execute(db)
}

/** The same under the same names: `rowid` is a column like any other here. */
async function createLexemeTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_index (rowid integer primary key, lexemes tsvector not null)`.execute(db)
  await sql`create index search_index_lexemes on search_index using gin (lexemes)`.execute(db)
  await sql`create table search_passages (
    rowid integer primary key references passages (id) on delete cascade, lexemes tsvector not null)`.execute(
    db,
  )
  await sql`create index search_passages_lexemes on search_passages using gin (lexemes)`.execute(db)
}

async function createCaptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('captions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('course_id', 'text', deletedWith('courses.id'))
    .addColumn('language', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('origin', 'text', required)
    .addColumn('vtt', 'text', required)
    .addColumn('cues_count', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('searched_in', 'text')
    .addUniqueConstraint('captions_language', ['course_id', 'language'])
    .execute()
}

async function createPassages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passages')
    .addColumn('id', 'integer', numberedKey(db))
    .addColumn('captions_id', 'text', deletedWith('captions.id'))
    .addColumn('course_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('start_s', 'integer', required)
    .addColumn('end_s', 'integer', required)
    .addColumn('words', 'text', required)
    .addColumn('cues', 'text', required)
    .execute()
  await createIndexes(db, 'passages', {
    passages_order: { columns: ['captions_id', 'position'], unique: true },
  })
}

async function createSearchDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_documents')
    .addColumn('seq', 'integer', numberedKey(db))
    .addColumn('playlist_id', 'text', (column) => column.notNull().unique())
    .addColumn('category_id', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('teacher', 'text', required)
    .addColumn('courses', 'text', required)
    .addColumn('description', 'text', required)
    .execute()
}

async function createSearchWords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_words')
    .addColumn('word', 'text', (column) => column.primaryKey().notNull())
    .addColumn('documents', 'integer', required)
    .$call(withoutRowid(db))
    .execute()
}

async function createSearchDeletions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_deletions')
    .addColumn('deletion', 'text', required)
    .addColumn('word', 'text', required)
    .addPrimaryKeyConstraint('search_deletions_key', ['deletion', 'word'])
    .$call(withoutRowid(db))
    .execute()
}

async function createSearchNames(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_names')
    .addColumn('beginning', 'text', required)
    .addColumn('username_key', 'text', required)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addPrimaryKeyConstraint('search_names_key', ['beginning', 'username_key', 'user_id'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'search_names', {
    search_names_user: ['user_id'],
  })
}

async function createSearchNameDeletions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_name_deletions')
    .addColumn('deletion', 'text', required)
    .addColumn('word', 'text', required)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addPrimaryKeyConstraint('search_name_deletions_key', ['deletion', 'word', 'user_id'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'search_name_deletions', {
    search_name_deletions_user: ['user_id'],
  })
}
