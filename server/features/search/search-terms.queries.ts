import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { joinInOrder, valuesTable } from '#server/data/dialect.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { deletionsOf, forgives, withinOneError } from '#server/features/search/index/typing-errors.ts'

const NEAR_WORDS_MAX = 8
const LAST_CHARACTER = '\u{10ffff}'

export interface KnownWord {
  word: string
  documents: number
}

const wordsBetween = prepared((db, params: Params<{ from: string; to: string; limit: number }>) =>
  db
    .selectFrom('search_words')
    .select(['word', 'documents'])
    .where('word', '>=', params.value('from'))
    .where('word', '<', params.value('to'))
    .orderBy('word')
    .limit(params.value('limit')),
)

/** At most `limit` known words that begin with these letters. */
export function listBeginningWith(db: Db, letters: string, limit: number): Promise<KnownWord[]> {
  return wordsBetween(db, { from: letters, to: letters + LAST_CHARACTER, limit })
}

/** Known words one typing error away, the most used first. An index lookup, not a scan. */
export async function listNearWords(db: Db, word: string): Promise<KnownWord[]> {
  const keys = valuesTable(db, 'near', { key: [word, ...deletionsOf(word)] })
  const join = joinInOrder(db)
  const { rows } = await sql<KnownWord>`
    select word, documents from search_words where word in (select key from ${keys})
    union
    select search_words.word, documents from ${keys}
      ${join} search_deletions on search_deletions.deletion = near.key
      ${join} search_words on search_words.word = search_deletions.word`.execute(db)
  return rows
    .filter((each) => forgives(each.word) && !each.word.startsWith(word) && withinOneError(word, each.word))
    .toSorted((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1))
    .slice(0, NEAR_WORDS_MAX)
}
