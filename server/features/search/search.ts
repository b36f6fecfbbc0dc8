import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { PlaylistCard } from '#contract/playlists.ts'
import { SEARCH_TOTAL_MAX, type SearchQuery } from '#contract/search.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { invalid } from '#server/core/refusal.ts'
import type { Place } from '#server/core/search-index/document.ts'
import { matching } from '#server/core/search-index/full-text.ts'
import { wordsAsked, wordsIn } from '#server/core/search-index/words.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { cardsOf } from '#server/features/playlists/playlist-cards.queries.ts'
import { ALL_IN_TITLE, type Candidate, inRank, type Question, type Ranked, rank } from './ranking.ts'
import { listCategoryTitles, readCandidates } from './search.queries.ts'
import { lexemesAt, named, termsOf } from './search-terms.ts'

interface FoundPlaylists {
  data: PlaylistCard[]
  total: number
  totalIsLowerBound?: true
  nextCursor: string | null
}

const RANK = 'rank'

/**
 * Public playlists that have every word, or a word beginning so, or one that differs by a typing error, best first
 * (api.md, `search-playlist`). Those that have them all in their title come first. At most `SEARCH_TOTAL_MAX` are
 * ranked, the newest of each kind; more than that are not counted either.
 */
export async function searchPlaylists(
  db: Db,
  viewer: Viewer | undefined,
  { q, limit = LIST_LIMIT_DEFAULT, cursor }: z.output<typeof SearchQuery>,
): Promise<FoundPlaylists> {
  const after = cursor === undefined ? undefined : rankedFrom(cursor)
  const words = wordsAsked(q)
  const categories = words.length > 0 ? (await listCategoryTitles(db)).map(named) : []
  const question = {
    terms: await termsOf(db, words, categories),
    phrase: ` ${wordsIn(q).join(' ')} `,
  }
  const { ranked, total, more } = await findRanked(db, question, { after, limit })
  const { rows, nextCursor } = pageOf(ranked, limit, cursorOf)
  const data = await cardsOf(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
  return { data, total, ...(more && { totalIsLowerBound: true as const }), nextCursor }
}

interface PageAsked {
  after: Ranked | undefined
  limit: number
}

interface RankedPage {
  /** What comes after the page before: this page and, when there is more, what follows it. */
  ranked: Ranked[]
  total: number
  more: boolean
}

/** Reads what has all words in its title, and the others only when the page reaches them. */
async function findRanked(db: Db, question: Question, { after, limit }: PageAsked): Promise<RankedPage> {
  const found = (place: Place) =>
    matching(
      db,
      question.terms.map((term) => lexemesAt(place, term)),
      SEARCH_TOTAL_MAX + 1,
    )
  const rest = (candidates: Candidate[]) =>
    rank(candidates, question).filter((each) => !after || inRank(each, after) > 0)

  const titled = await found('t')
  const everywhere = titled.length > SEARCH_TOTAL_MAX ? titled : await found('a')
  const kept = titled.slice(0, SEARCH_TOTAL_MAX)
  const passed = after !== undefined && after.score < ALL_IN_TITLE
  const ranked = passed ? [] : rest(await readCandidates(db, 't', kept))
  if (ranked.length <= limit && kept.length < SEARCH_TOTAL_MAX) {
    const seen = new Set(kept)
    const heads = unseen(await found('h'), seen)
    const others = unseen(everywhere, seen)
    const candidates = [...(await readCandidates(db, 'h', heads)), ...(await readCandidates(db, 'a', others))]
    ranked.push(...rest(candidates))
  }
  const more = everywhere.length > SEARCH_TOTAL_MAX
  return { ranked, total: more ? SEARCH_TOTAL_MAX : everywhere.length, more }
}

/** Those not yet among the candidates, as many as there is room for; from now on they are. */
function unseen(seqs: number[], seen: Set<number>): number[] {
  const fresh = seqs.filter((seq) => !seen.has(seq)).slice(0, SEARCH_TOTAL_MAX - seen.size)
  for (const seq of fresh) seen.add(seq)
  return fresh
}

function cursorOf({ score, saves, id }: Ranked): string {
  return encodeCursor(RANK, [score, saves, id])
}

function rankedFrom(cursor: string): Ranked {
  const [score, saves, id] = decodeCursor(RANK, cursor)
  if (typeof score !== 'number' || typeof saves !== 'number' || typeof id !== 'string')
    throw invalid('cursor', 'Invalid cursor.')
  return { score, saves, id }
}
