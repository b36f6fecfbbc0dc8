import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { PlaylistCard } from '#contract/playlists.ts'
import { SEARCH_TOTAL_MAX, type SearchQuery } from '#contract/search.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { invalid } from '#server/core/refusal.ts'
import { PLACES } from '#server/core/search-index/document.ts'
import { matching } from '#server/core/search-index/full-text.ts'
import { wordsAsked, wordsIn } from '#server/core/search-index/words.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { cardsOf } from '#server/features/playlists/playlist-cards.queries.ts'
import { type Candidate, inRank, type Ranked, rank } from './ranking.ts'
import { listCategoryTitles, readCandidates } from './search.queries.ts'
import { lexemesAt, named, type Term, termsOf } from './search-terms.ts'

interface FoundPlaylists {
  data: PlaylistCard[]
  total: number
  totalIsLowerBound?: true
  nextCursor: string | null
}

const RANK = 'rank'

/**
 * Public playlists that have every word, or a word beginning so, or one that differs by a typing error, best first
 * (api.md, `search-playlist`). At most `SEARCH_TOTAL_MAX` are ranked: those with the words in their titles before others,
 * the newest before older ones; more than that are not counted either.
 */
export async function searchPlaylists(
  db: Db,
  viewer: Viewer | undefined,
  { q, limit = LIST_LIMIT_DEFAULT, cursor }: z.output<typeof SearchQuery>,
): Promise<FoundPlaylists> {
  const after = cursor === undefined ? undefined : rankedFrom(cursor)
  const words = wordsAsked(q)
  const categories = words.length > 0 ? (await listCategoryTitles(db)).map(named) : []
  const terms = await termsOf(db, words, categories)
  const { candidates, more } = await findCandidates(db, terms)
  const ranked = rank(candidates, { terms, phrase: ` ${wordsIn(q).join(' ')} ` })
  const rest = after ? ranked.filter((each) => inRank(each, after) > 0) : ranked
  const { rows, nextCursor } = pageOf(rest.slice(0, limit + 1), limit, cursorOf)
  const data = await cardsOf(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
  const total = ranked.length
  return { data, total, ...(more && { totalIsLowerBound: true as const }), nextCursor }
}

interface Candidates {
  candidates: Candidate[]
  /** Whether there are more than these. */
  more: boolean
}

/** The nearest place first, so that a bounded number of candidates holds the best ones. */
async function findCandidates(db: Db, terms: Term[]): Promise<Candidates> {
  const candidates: Candidate[] = []
  const seen = new Set<number>()
  for (const place of PLACES) {
    const groups = terms.map((term) => lexemesAt(place, term))
    const found = await matching(db, groups, SEARCH_TOTAL_MAX + 1)
    const fresh = found.filter((seq) => !seen.has(seq))
    const kept = fresh.slice(0, SEARCH_TOTAL_MAX - seen.size)
    candidates.push(...(await readCandidates(db, place, kept)))
    for (const seq of kept) seen.add(seq)
    if (kept.length < fresh.length) return { candidates, more: true }
  }
  return { candidates, more: false }
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
