import { type FoundVideo, MOMENT_COURSES_MAX, MOMENTS_MAX, type Moment } from '#contract/search/search.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { matching } from '#server/features/search/index/full-text.queries.ts'
import type { Lexeme } from '#server/features/search/index/indexes.ts'
import { passageLexeme } from '#server/features/search/index/passages.queries.ts'
import { isPair, queryWords, wordsIn } from '#server/features/search/index/words.ts'
import { excerptOf } from './excerpt.ts'
import {
  bestPairs,
  bestPassages,
  correctionCues,
  foundVideos,
  type MomentQuestion,
  passageCues,
  type RankedPassage,
} from './moments.queries.ts'
import { type Searched, searchedBy, searchedInside } from './searched.ts'

/** So many of the newest matches are ranked. */
const RANKED_MAX = 120
/** Fewer passages with the word than this, and words that begin with it count, too. */
const ENOUGH = 30
/** Among so many of the newest passages are 120 with words that are often said together. */
const NEWEST = 15_000
/** So many passages with the rarest word are looked at together with their neighbours. */
const NEIGHBOURS_MAX = 60
/** Shorter words match only whole, because too many others begin with them. */
const PREFIX_MIN = 3

interface MomentsInput {
  q: string
  playlistId?: string | undefined
}

/**
 * Videos that the viewer finds and in whose captions the words are said, or in whose corrections they stand, best first: all
 * words in one passage come before words in neighbouring passages, whole words before beginnings of words, words in the order
 * of the search before others, newer captions before older ones. A correction counts like a passage. Of each video it gives
 * at most three passages of the best captions and corrections.
 */
export async function findMoments(
  db: Db,
  viewer: Viewer | undefined,
  { q, playlistId }: MomentsInput,
): Promise<FoundVideo[]> {
  if (playlistId !== undefined && !isId(playlistId)) return []
  const question = { words: queryWords(q), phrase: ` ${wordsIn(q).join(' ')} ` }
  if (question.words.length === 0) return []
  const indexes = playlistId === undefined ? await searchedBy(db, viewer) : searchedInside(viewer, playlistId)
  const found = await Promise.all(indexes.map((searched) => saidTogether(db, searched, question)))
  const passages = found.flatMap((each) => each.passages).toSorted(byScore)
  const corrections = found.flatMap((each) => each.corrections).toSorted(byScore)
  const together = [...passages, ...corrections].toSorted((a, b) => b.score - a.score)
  const videos = byVideo(together)
  if (videos.length < MOMENT_COURSES_MAX && question.words.length > 1) {
    const pairs = await Promise.all(indexes.map((searched) => saidNearby(db, searched, question)))
    const known = new Set(videos.map(([first]) => first?.courseId))
    videos.push(
      ...byVideo(
        pairs
          .flat()
          .toSorted(byScore)
          .filter(({ courseId }) => !known.has(courseId)),
      ),
    )
  }
  return described(db, videos.slice(0, MOMENT_COURSES_MAX), question)
}

const byScore = (a: RankedPassage, b: RankedPassage) => b.score - a.score || b.id - a.id

/** Passages and corrections with all words. */
async function saidTogether(db: Db, searched: Searched, question: MomentQuestion) {
  const { index, demanded, isFound } = searched
  const findCorrections = (groups: Lexeme[][], limit = RANKED_MAX) =>
    matching(db, [...groups, ...demanded], { limit, most: Infinity, index: index.corrections })
  const [passages, corrections] = await Promise.all([
    withAllWords(question, passagesOf(db, searched)).then((ids) =>
      bestPassages(db, { of: 'passages', ids, isFound }, question),
    ),
    withAllWords(question, findCorrections).then((ids) =>
      bestPassages(db, { of: 'correction_passages', ids, isFound }, question),
    ),
  ])
  return { passages, corrections }
}

/** Passages that have all words only together with a neighbour. */
async function saidNearby(db: Db, searched: Searched, question: MomentQuestion): Promise<RankedPassage[]> {
  const ids = await withRarestWord(question, passagesOf(db, searched))
  return bestPairs(db, { ids, isFound: searched.isFound }, question)
}

const passagesOf =
  (db: Db, { index, demanded, isInside }: Searched): Find =>
  (groups, limit = RANKED_MAX) =>
    matching(db, [...groups, ...demanded], {
      limit,
      most: Infinity,
      index: index.passages,
      newest: !isInside && areTogether(groups) ? NEWEST : undefined,
    })

type Find = (groups: Lexeme[][], limit?: number) => Promise<number[]>

/**
 * Beginnings count only where no passage has the words themselves. Among several words only rare ones may be beginnings: all
 * passages with a word that begins with a frequent one would have to be read.
 */
async function withAllWords({ words }: MomentQuestion, find: Find): Promise<number[]> {
  const whole = await find(words.map((word) => [lexemeOf(word, false)]))
  const isEnough = words.length === 1 ? whole.length >= ENOUGH : whole.length > 0
  if (isEnough || !words.some(isBeginning)) return whole
  const begins = await Promise.all(words.map((word) => mayBegin(word, find)))
  if (!begins.includes(true)) return whole
  const begun = await find(words.map((word, at) => [lexemeOf(word, begins[at] === true)]))
  return [...new Set([...whole, ...begun])]
}

async function mayBegin(word: string, find: Find): Promise<boolean> {
  return isBeginning(word) && (await find([[lexemeOf(word, false)]], ENOUGH)).length < ENOUGH
}

/** Passages with one of the words: the one that the fewest have. */
async function withRarestWord({ words }: MomentQuestion, find: Find): Promise<number[]> {
  let rarest: number[] | undefined
  for (const word of words) {
    const whole = await find([[lexemeOf(word, false)]], NEIGHBOURS_MAX)
    const found =
      whole.length > 0 || !isBeginning(word) ? whole : await find([[lexemeOf(word, true)]], NEIGHBOURS_MAX)
    if (rarest === undefined || found.length < rarest.length) rarest = found
  }
  return rarest ?? []
}

/** Whether they are several whole words. PostgreSQL knows how many passages have one word, but not how many have several. */
function areTogether(groups: Lexeme[][]): boolean {
  return groups.length > 1 && groups.flat().every(({ prefix }) => !prefix)
}

const lexemeOf = (word: string, prefix: boolean): Lexeme => ({ text: passageLexeme(word), prefix })

/** Whether longer words may begin with it. Those of scripts without spaces are pairs of characters, which are whole. */
function isBeginning(word: string): boolean {
  return !isPair(word) && (word.length >= PREFIX_MIN || /[^\p{Script=Latin}\p{N}]/u.test(word))
}

/**
 * The passages and corrections of each video, best first; only passages of its best captions, because others say the same in
 * another language.
 */
function byVideo(passages: RankedPassage[]): RankedPassage[][] {
  const videos = Map.groupBy(passages, ({ courseId }) => courseId)
  return [...videos.values()].map((all) => {
    const best = all.find(({ captionsId }) => captionsId !== null)?.captionsId ?? null
    return all.filter(({ captionsId }) => captionsId === null || captionsId === best).slice(0, MOMENTS_MAX)
  })
}

async function described(db: Db, found: RankedPassage[][], { words }: MomentQuestion): Promise<FoundVideo[]> {
  const all = found.flat()
  const idsOf = (isCorrection: boolean) =>
    all.filter(({ captionsId }) => (captionsId === null) === isCorrection).map(({ id }) => id)
  const [videos, cues, corrections] = await Promise.all([
    foundVideos(
      db,
      found.flatMap(([first]) => first?.courseId ?? []),
    ),
    passageCues(db, idsOf(false)),
    correctionCues(db, idsOf(true)),
  ])
  const momentsOf = ({ id, captionsId }: RankedPassage): Moment[] => {
    const moment = excerptOf((captionsId === null ? corrections : cues).get(id) ?? [], words)
    if (!moment) return []
    return [captionsId === null ? { ...moment, correction: true } : moment]
  }
  return found.flatMap((passages) => {
    const video = videos.get(passages[0]?.courseId ?? '')
    const moments = passages.flatMap(momentsOf).toSorted((a, b) => a.at - b.at)
    return video && moments.length > 0 ? [{ ...video, moments }] : []
  })
}
