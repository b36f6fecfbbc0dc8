import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { joinInOrder, valuesTable } from '#server/data/dialect.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { listCategoryTitles } from '#server/features/catalog/categories/categories.queries.ts'
import { categoryLexeme, type Slot } from './index/document.ts'
import { type Lexeme, PUBLIC, RESTRICTED, type SearchIndex } from './index/indexes.ts'
import { deletionsOf, FORGIVING_MIN, forgives, withinOneError } from './index/typing-errors.ts'
import { wordsIn } from './index/words.ts'

const NEAR_WORDS_MAX = 8
const LAST_CHARACTER = '\u{10ffff}'

export interface KnownWord {
  word: string
  documents: number
}

const findWords = (words: SearchIndex['words']) =>
  prepared((db, params: Params<{ from: string; to: string; limit: number }>) =>
    db
      .selectFrom(words)
      .select(['word', 'documents'])
      .where('word', '>=', params.value('from'))
      .where('word', '<', params.value('to'))
      .orderBy('word')
      .limit(params.value('limit')),
  )

const FIND_WORDS = {
  search_words: findWords(PUBLIC.words),
  restricted_words: findWords(RESTRICTED.words),
} satisfies Record<SearchIndex['words'], unknown>

/** At most `limit` known words that begin with these letters. */
function listBeginningWith(
  db: Db,
  { words }: SearchIndex,
  { letters, limit }: { letters: string; limit: number },
): Promise<KnownWord[]> {
  return FIND_WORDS[words](db, { from: letters, to: letters + LAST_CHARACTER, limit })
}

/** Known words one typing error away, the most used first. An index lookup, not a scan. */
async function listNearWords(db: Db, { words, deletions }: SearchIndex, word: string): Promise<KnownWord[]> {
  const keys = valuesTable(db, 'near', { key: [word, ...deletionsOf(word)] })
  const join = joinInOrder(db)
  const known = sql.table(words)
  const deleted = sql.table(deletions)
  const { rows } = await sql<KnownWord>`
    select word, documents from ${known} where word in (select key from ${keys})
    union
    select ${known}.word, documents from ${keys}
      ${join} ${deleted} on ${deleted}.deletion = near.key
      ${join} ${known} on ${known}.word = ${deleted}.word`.execute(db)
  return rows
    .filter((each) => forgives(each.word) && !each.word.startsWith(word) && withinOneError(word, each.word))
    .toSorted((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1))
    .slice(0, NEAR_WORDS_MAX)
}

/** How a word matches: whole, as the beginning of a word, or with a typing error. */
export type Likeness = 'exact' | 'prefix' | 'typo'

/** One word of the search, with all words that it matches. */
export interface Term {
  word: string
  /** The known words that begin with it; `undefined` if there are too many to list. */
  completions: string[] | undefined
  /** Known words one typing error away; empty if the word itself has enough matches. */
  typos: string[]
  /** An upper bound of the playlists that contain it; `undefined` if not counted. */
  playlists: number | undefined
  /** The same without playlists that match by their category only. */
  spelledOut: number | undefined
  /** Category id → how its title matches the word. */
  categories: Map<string, Likeness>
}

interface NamedCategory {
  id: string
  words: string[]
}

/** Query at most this many words one by one; for more, one prefix query is cheaper. */
const COMPLETIONS_MAX = 16
/** A word in at least this many playlists counts as typed correctly. */
const MEANT_FROM = 10
/** One less than the minimum, for a word with a missing letter. */
const FORGIVEN_FROM = FORGIVING_MIN - 1

/** Looks up what each word matches in an index. */
export async function termsOf(db: Db, index: SearchIndex, words: string[]): Promise<Term[]> {
  if (words.length === 0) return []
  const [categories, ...known] = await Promise.all([
    listCategoryTitles(db),
    ...words.map((letters) => listBeginningWith(db, index, { letters, limit: COMPLETIONS_MAX + 1 })),
  ])
  const named = categories.map(({ id, title }) => ({ id, words: wordsIn(title) }))
  return Promise.all(words.map((word, n) => termOf(db, { index, word, known: known[n] ?? [] }, named)))
}

interface QueryWord {
  index: SearchIndex
  word: string
  /** The words that begin with it, one more than the limit if there are more. */
  known: KnownWord[]
}

async function termOf(db: Db, { index, word, known }: QueryWord, categories: NamedCategory[]): Promise<Term> {
  const spelled = spelledIn(word, categories)
  const uncounted: Term = {
    word,
    completions: undefined,
    typos: [],
    playlists: undefined,
    spelledOut: undefined,
    categories: spelled,
  }
  if (known.length > COMPLETIONS_MAX) return uncounted
  const completions = known.map((each) => each.word)
  const playlists = sumOf(known)
  if (spelled.size > 0) return { ...uncounted, completions, spelledOut: playlists }
  if (playlists >= MEANT_FROM) return { ...uncounted, completions, playlists, spelledOut: playlists }
  const near = [...word].length < FORGIVEN_FROM ? [] : await listNearWords(db, index, word)
  const likely = misspelt(word, categories)
  const spelledOut = playlists + sumOf(near)
  return {
    word,
    completions,
    typos: near.map((each) => each.word),
    playlists: likely.size === 0 ? spelledOut : undefined,
    spelledOut,
    categories: likely,
  }
}

/** The categories whose title contains the word, or one that begins with it. */
function spelledIn(word: string, categories: NamedCategory[]): Map<string, Likeness> {
  const spelled = new Map<string, Likeness>()
  for (const { id, words } of categories) {
    if (words.includes(word)) spelled.set(id, 'exact')
    else if (words.some((each) => each.startsWith(word))) spelled.set(id, 'prefix')
  }
  return spelled
}

function sumOf(words: KnownWord[]): number {
  return words.reduce((sum, { documents }) => sum + documents, 0)
}

/** The categories whose title contains the word with one typing error. */
function misspelt(word: string, categories: NamedCategory[]): Map<string, Likeness> {
  const near = categories.filter(({ words }) =>
    words.some((each) => forgives(each) && withinOneError(word, each)),
  )
  return new Map(near.map(({ id }) => [id, 'typo']))
}

/** The lexemes that match the term in `place`; one of them is enough. */
export function lexemesAt(slot: Slot, { word, completions, typos, categories }: Term): Lexeme[] {
  const spelled = completions
    ? completions.map((each) => ({ text: slot + each, prefix: false }))
    : [{ text: slot + word, prefix: true }]
  const misspelled = typos.map((each) => ({ text: slot + each, prefix: false }))
  const ids = slot === 't' ? [] : [...categories.keys()]
  return [...spelled, ...misspelled, ...ids.map((id) => ({ text: categoryLexeme(id), prefix: false }))]
}
