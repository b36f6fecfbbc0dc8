import { z } from 'zod'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { Id } from '#contract/id.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { SEARCH_TOTAL_MAX, type SearchQuery } from '#contract/search/search.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { cardsOf } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import type { Slot } from '#server/features/search/index/document.ts'
import { matching } from '#server/features/search/index/full-text.queries.ts'
import { queryWords, wordsIn } from '#server/features/search/index/words.ts'
import { invalid } from '#server/http/app-error.ts'
import { ALL_IN_TITLE, bestOf, type PageParams, type Question, type Ranked } from './ranking.queries.ts'
import { lexemesAt, termsOf } from './search-terms.queries.ts'
import { type Searched, searchedBy } from './searched.ts'

interface PlaylistMatches {
  data: PlaylistCard[]
  total: number
  totalIsLowerBound?: true
  nextCursor: string | null
}

const RANK = 'rank'
/** Ranking this many documents is faster than a second query for the matches in titles. */
const FEW = 150

/**
 * Playlists that the viewer finds and that contain every word of the search, best first. A word also matches as the
 * beginning of another or with one typing error. Playlists with all words in the title come first. Ranks and counts at
 * most `SEARCH_TOTAL_MAX` playlists of each index, the newest of each kind.
 */
export async function searchPlaylists(
  db: Db,
  viewer: Viewer | undefined,
  { q, limit = LIST_LIMIT_DEFAULT, cursor, view }: z.output<typeof SearchQuery>,
): Promise<PlaylistMatches> {
  const after = cursor === undefined ? undefined : rankedFrom(cursor)
  const words = queryWords(q)
  const phrase = ` ${wordsIn(q).join(' ')} `
  const found = await Promise.all(
    (await searchedBy(db, viewer)).map(async (searched) => {
      const question = { terms: await termsOf(db, searched.index, words), phrase }
      return findRanked(db, searched, { question, page: { after, limit } })
    }),
  )
  const ranked = found.flatMap((each) => each.ranked).toSorted(byRank)
  const { total, more } = counted(found.reduce((sum, each) => sum + each.found, 0))
  const { rows, nextCursor } = pageOf(ranked.slice(0, limit + 1), limit, cursorOf)
  const ids = rows.map(({ id }) => id)
  const data = await cardsOf(db, viewer, { ids, view })
  return { data, total, ...(more && { totalIsLowerBound: true as const }), nextCursor }
}

interface RankedQuery {
  question: Question
  page: PageParams
}

interface RankedPage {
  /** The rows of this page and, if there are more, the first of the next. */
  ranked: Ranked[]
  /** All matches, or more than are counted. */
  found: number
}

/** As each index orders its page. */
function byRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.saves - a.saves || (a.id < b.id ? 1 : -1)
}

/**
 * Ranks a few matches at once. Of many, it ranks those with all words in the title first, and the others only when the page
 * reaches them.
 */
async function findRanked(
  db: Db,
  { index, demanded, isFound }: Searched,
  { question, page }: RankedQuery,
): Promise<RankedPage> {
  const groupsAt = (slot: Slot) => question.terms.map((term) => lexemesAt(slot, term))
  const known = (slot: Slot) =>
    question.terms.map(({ playlists, spelledOut }) => (slot === 't' ? spelledOut : playlists) ?? Infinity)
  const find = (slot: Slot) =>
    matching(db, [...groupsAt(slot), ...demanded], {
      limit: SEARCH_TOTAL_MAX + 1,
      most: Math.min(...known(slot)),
      index: index.playlists,
    })
  if (question.terms.some(({ playlists = SEARCH_TOTAL_MAX }) => playlists <= FEW)) {
    const found = await find('a')
    const ranked = await bestOf(db, { seqs: found, isFound, question, where: 'anywhere', page })
    return { ranked, found: found.length }
  }
  const titled = await find('t')
  const kept = titled.slice(0, SEARCH_TOTAL_MAX)
  const passed = page.after !== undefined && page.after.score < ALL_IN_TITLE
  // These do not fill the page, so fetch the next candidates in parallel.
  const [ranked, further] = await Promise.all([
    passed
      ? Promise.resolve<Ranked[]>([])
      : bestOf(db, { seqs: kept, isFound, question, where: 'title', page }),
    kept.length > page.limit ? undefined : find('h'),
  ])
  if (titled.length > SEARCH_TOTAL_MAX) return { ranked, found: titled.length }
  if (ranked.length > page.limit) return { ranked, found: (await find('a')).length }
  const seen = new Set(kept)
  const heads = further ?? (await find('h'))
  const found = heads.length > SEARCH_TOTAL_MAX ? heads : await find('a')
  const seqs = [...unseen(heads, seen), ...unseen(found, seen)]
  const limit = page.limit - ranked.length
  ranked.push(
    ...(await bestOf(db, { seqs, isFound, question, where: 'elsewhere', page: { ...page, limit } })),
  )
  return { ranked, found: found.length }
}

function counted(found: number): { total: number; more: boolean } {
  return { total: Math.min(found, SEARCH_TOTAL_MAX), more: found > SEARCH_TOTAL_MAX }
}

/** Adds new candidates to `seen`, up to its limit, and returns them. */
function unseen(seqs: number[], seen: Set<number>): number[] {
  const fresh = seqs.filter((seq) => !seen.has(seq)).slice(0, SEARCH_TOTAL_MAX - seen.size)
  for (const seq of fresh) seen.add(seq)
  return fresh
}

function cursorOf({ score, saves, id }: Ranked): string {
  return encodeCursor(RANK, [score, saves, id])
}

const RankKeys = z.tuple([z.int32(), z.int32(), Id])

function rankedFrom(cursor: string): Ranked {
  const { data } = RankKeys.safeParse(decodeCursor(RANK, cursor))
  if (!data) throw invalid('cursor', 'Invalid cursor.')
  const [score, saves, id] = data
  return { score, saves, id }
}
