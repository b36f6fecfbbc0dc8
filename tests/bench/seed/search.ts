import { sql } from 'kysely'
import { type Database, type Db, transaction } from '#server/core/db/database.ts'
import { given, isPostgres } from '#server/core/db/dialect.ts'
import {
  lexemesOf,
  publicDocuments,
  type SearchDocument,
  vocabularyOf,
} from '#server/core/search-index/document.ts'
import { rebuildNames } from '#server/core/search-index/names.ts'
import { changeVocabulary, type WordChanges } from '#server/core/search-index/vocabulary.ts'
import { createProgress } from './progress.ts'

const AT_ONCE = 500

/** The rows that the product writes playlist by playlist, oldest first, in bulk. */
export async function fillSearchIndex(db: Database): Promise<void> {
  const playlists = await db
    .selectFrom('playlists')
    .select('id')
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute()
  const progress = createProgress('search index', playlists.length)
  const words: WordChanges = new Map()
  for (let from = 0; from < playlists.length; from += AT_ONCE) {
    const ids = playlists.slice(from, from + AT_ONCE).map(({ id }) => id)
    await transaction(db, async (trx) => {
      const documents = await publicDocuments(trx, ids)
      await enterAll(trx, documents)
      for (const document of documents.values()) {
        for (const word of vocabularyOf(document)) words.set(word, (words.get(word) ?? 0) + 1)
      }
    })
    progress.move(ids.length)
  }
  await transaction(db, (trx) => changeVocabulary(trx, words))
  await transaction(db, rebuildNames)
  progress.done()
}

async function enterAll(trx: Db, documents: Map<string, SearchDocument>): Promise<void> {
  const all = [...documents].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const column = (of: keyof SearchDocument) => all.map(([, document]) => document[of])
  const made = given(trx, 'made', {
    playlist_id: all.map(([id]) => id),
    category_id: column('categoryId'),
    title: column('title'),
    teacher: column('teacher'),
    courses: column('courses'),
    description: column('description'),
  })
  const { rows } = await sql<{ seq: number; playlist_id: string }>`
    insert into search_documents (playlist_id, category_id, title, teacher, courses, description)
    select playlist_id, category_id, title, teacher, courses, description from ${made} where true
    order by playlist_id returning seq, playlist_id`.execute(trx)
  const entered = rows.toSorted((a, b) => a.seq - b.seq)
  const lexemes = given(trx, 'entry', {
    number: entered.map(({ seq }) => seq),
    words: entered.flatMap(({ playlist_id }) => {
      const document = documents.get(playlist_id)
      return document ? [lexemesOf(document)] : []
    }),
  })
  const kept = isPostgres(trx) ? sql`array_to_tsvector(string_to_array(words, ' '))` : sql`words`
  await sql`insert into search_index (rowid, lexemes) select number, ${kept} from ${lexemes} where true`.execute(
    trx,
  )
}
