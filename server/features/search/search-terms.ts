import type { Db } from '#server/data/database.ts'
import { categoryLexeme, type Place } from '#server/features/search/index/document.ts'
import type { Lexeme } from '#server/features/search/index/full-text.queries.ts'
import { FORGIVING_MIN, forgives, withinOneError } from '#server/features/search/index/typing-errors.ts'
import { wordsIn } from '#server/features/search/index/words.ts'
import { listCategoryTitles } from './search.queries.ts'
import { type KnownWord, listBeginningWith, listNearWords } from './search-terms.queries.ts'

/** How well a text has a word: whole, as its beginning, or but for a typing error. */
export type Likeness = 'exact' | 'prefix' | 'typo'

/** One word that was asked for, with all it may stand for. */
export interface Term {
  word: string
  /** The known words that begin with it; `undefined` when they are too many to name. */
  completions: string[] | undefined
  /** Known words one typing error away; only looked for when the word itself finds little. */
  typos: string[]
  /** At most so many playlists have it; `undefined` when they were not counted. */
  playlists: number | undefined
  /** The same of its words alone, not of a category that is called so. */
  spelledOut: number | undefined
  /** Category id → how well its title has the word. */
  categories: Map<string, Likeness>
}

interface NamedCategory {
  id: string
  words: string[]
}

/** So many words are asked for one by one; for more, one walk through all that begin so is cheaper. */
const COMPLETIONS_MAX = 16
/** A word that at least so many playlists hold was typed as meant. */
const MEANT_FROM = 10
/** One letter fewer than what forgives: the letter that is missing. */
const FORGIVEN_FROM = FORGIVING_MIN - 1

/** What the words may stand for. */
export async function termsOf(db: Db, words: string[]): Promise<Term[]> {
  if (words.length === 0) return []
  const [categories, ...known] = await Promise.all([
    listCategoryTitles(db),
    ...words.map((word) => listBeginningWith(db, word, COMPLETIONS_MAX + 1)),
  ])
  const named = categories.map(({ id, title }) => ({ id, words: wordsIn(title) }))
  return Promise.all(words.map((word, n) => termOf(db, { word, known: known[n] ?? [] }, named)))
}

interface WordAsked {
  word: string
  /** The words that begin with it, and one more than may be named where there are more. */
  known: KnownWord[]
}

async function termOf(db: Db, { word, known }: WordAsked, categories: NamedCategory[]): Promise<Term> {
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
  const near = [...word].length < FORGIVEN_FROM ? [] : await listNearWords(db, word)
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

/** The categories whose title has the word, or one that begins so. */
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

/** The categories whose title has the word but for one typing error. */
function misspelt(word: string, categories: NamedCategory[]): Map<string, Likeness> {
  const near = categories.filter(({ words }) =>
    words.some((each) => forgives(each) && withinOneError(word, each)),
  )
  return new Map(near.map(({ id }) => [id, 'typo']))
}

/** Any of these in `place` means that the term is found there. */
export function lexemesAt(place: Place, { word, completions, typos, categories }: Term): Lexeme[] {
  const spelled = completions
    ? completions.map((each) => ({ text: place + each, prefix: false }))
    : [{ text: place + word, prefix: true }]
  const misspelled = typos.map((each) => ({ text: place + each, prefix: false }))
  const ids = place === 't' ? [] : [...categories.keys()]
  return [...spelled, ...misspelled, ...ids.map((id) => ({ text: categoryLexeme(id), prefix: false }))]
}
