import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { PlaylistCard } from '#contract/playlists.ts'
import { SEARCH_TOTAL_MAX, type SearchQuery } from '#contract/search.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { invalid } from '#server/core/refusal.ts'
import type { Place } from '#server/core/search-index/document.ts'
import { countMatching, matching } from '#server/core/search-index/full-text.ts'
import { wordsAsked, wordsIn } from '#server/core/search-index/words.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { cardsOf } from '#server/features/playlists/playlist-cards.queries.ts'
import {
  ALL_IN_TITLE,
  type Candidate,
  inRank,
  type Question,
  type Ranked,
  type Scored,
  scoresOf,
} from './ranking.ts'
import { listCategoryTitles, readCandidates, savesOfPublic } from './search.queries.ts'
import { lexemesAt, named, termsOf } from './search-terms.ts'

interface FoundPlaylists {
  data: PlaylistCard[]
  total: number
  totalIsLowerBound?: true
  nextCursor: string | null
}

const RANK = 'rank'
/** So many are read whole and ranked sooner than the index is asked again where their words stand. */
const FEW = 150

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

/**
 * Few are read and ranked at once. Of many, those that have all words in their title first, and the others only when
 * the page reaches them.
 */
async function findRanked(db: Db, question: Question, page: PageAsked): Promise<RankedPage> {
  const groupsAt = (place: Place) => question.terms.map((term) => lexemesAt(place, term))
  const find = (place: Place) => matching(db, groupsAt(place), SEARCH_TOTAL_MAX + 1)
  if (question.terms.some(({ playlists = SEARCH_TOTAL_MAX }) => playlists <= FEW)) {
    const found = await find('a')
    const scored = scoresOf(await readCandidates(db, 'description', found), question)
    return { ranked: await ranking(db, scored, page), ...counted(found.length) }
  }
  const titled = await find('t')
  const kept = titled.slice(0, SEARCH_TOTAL_MAX)
  const passed = page.after !== undefined && page.after.score < ALL_IN_TITLE
  const scored = passed ? [] : scoresOf(await readCandidates(db, 'title', kept), question)
  const ranked = await ranking(db, scored, page)
  if (titled.length > SEARCH_TOTAL_MAX) return { ranked, ...counted(titled.length) }
  if (ranked.length > page.limit)
    return { ranked, ...counted(await countMatching(db, groupsAt('a'), SEARCH_TOTAL_MAX + 1)) }
  const seen = new Set(kept)
  const found = await find('h')
  const heads = unseen(found, seen)
  const everywhere = found.length > SEARCH_TOTAL_MAX ? found : await find('a')
  const others = [
    ...scoresOf(...(await headsToRank(db, question, heads))),
    ...scoresOf(await readCandidates(db, 'description', unseen(everywhere, seen)), question),
  ]
  ranked.push(...(await ranking(db, others, { ...page, limit: page.limit - ranked.length })))
  return { ranked, ...counted(everywhere.length) }
}

/** Where a word can only stand as it was asked for, what is in no other field of these is whole in a course title. */
async function headsToRank(
  db: Db,
  question: Question,
  seqs: number[],
): Promise<[candidates: Candidate[], question: Question]> {
  const certain = question.terms.every(({ word, completions, typos }) => {
    return completions?.length === 1 && completions[0] === word && typos.length === 0
  })
  const candidates = await readCandidates(db, certain ? 'teacher' : 'courses', seqs)
  return [candidates, certain ? { ...question, elsewhere: 'courses' } : question]
}

function counted(found: number): Pick<RankedPage, 'total' | 'more'> {
  return { total: Math.min(found, SEARCH_TOTAL_MAX), more: found > SEARCH_TOTAL_MAX }
}

/** The first of these in rank, more than `limit` where there are more: only of them is read how often they were saved. */
async function ranking(db: Db, scored: Scored[], { after, limit }: PageAsked): Promise<Ranked[]> {
  const left = scored
    .filter(({ score }) => after === undefined || score <= after.score)
    .toSorted((a, b) => b.score - a.score)
  const ranked: Ranked[] = []
  for (let from = 0; from < left.length && ranked.length <= limit; ) {
    const last = left[Math.min(from + limit - ranked.length, left.length - 1)]
    const further = left.findIndex(({ score }) => last !== undefined && score < last.score)
    const next = left.slice(from, further === -1 ? left.length : further)
    from += next.length
    const saves = await savesOfPublic(
      db,
      next.map(({ id }) => id),
    )
    const open = next.flatMap(({ id, score }) => {
      const count = saves.get(id)
      return count === undefined ? [] : { id, score, saves: count }
    })
    ranked.push(...open.filter((each) => !after || inRank(each, after) > 0).toSorted(inRank))
  }
  return ranked
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
