import type { SearchDocument } from '#server/core/search-index/document.ts'
import type { Likeness, Term } from './search-terms.ts'

/** A playlist that has every term somewhere, and what its rank depends on. */
export interface Candidate extends SearchDocument {
  id: string
  saves: number
}

export interface Ranked {
  id: string
  score: number
  saves: number
}

/** What was asked for, as terms and as one text. */
export interface Question {
  terms: Term[]
  /** The words in order, a space before and after each. */
  phrase: string
}

/**
 * api.md's order of fields: title, category, teacher, course titles, description. With the three likenesses the worst
 * find in one field still beats the best find in the next.
 */
const FIELD = { title: 100, category: 49, teacher: 24, courses: 11, description: 5 }
const LIKENESS: Record<Likeness, number> = { exact: 4, prefix: 3, typo: 2 }
/** The best field decides; the others only tell equals apart. */
const BEST_FIELD = 10
const ALL_IN_TITLE = 1000
const IS_TITLE = 300
const PHRASE_IN_TITLE = 300
/** Letters from the beginning of a title in which an earlier word is a better one. */
const EARLY = 30

/** Best first: by score, then by how many saved it, then the newest. No two are equal, so a page has one next page. */
export function rank(candidates: Candidate[], question: Question): Ranked[] {
  return candidates
    .map((candidate) => ({
      id: candidate.id,
      saves: candidate.saves,
      score: scoreOf(candidate, question),
    }))
    .toSorted(inRank)
}

export function inRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.saves - a.saves || (a.id < b.id ? 1 : -1)
}

function scoreOf(candidate: Candidate, { terms, phrase }: Question): number {
  let score = 0
  let inTitle = 0
  let first = EARLY
  for (const term of terms) {
    const title = likenessIn(candidate.title, term)
    score += termScore(candidate, term, title)
    if (title === undefined) continue
    inTitle += 1
    if (title !== 'typo') first = Math.min(first, candidate.title.indexOf(` ${term.word}`))
  }
  if (inTitle === terms.length) score += ALL_IN_TITLE
  if (candidate.title === phrase) score += IS_TITLE
  if (terms.length > 1 && candidate.title.includes(phrase.trimEnd())) score += PHRASE_IN_TITLE
  return score + EARLY - first
}

function termScore(candidate: Candidate, term: Term, title: Likeness | undefined): number {
  const points = [
    pointsOf(FIELD.title, title),
    pointsOf(FIELD.category, term.categories.get(candidate.categoryId)),
    pointsOf(FIELD.teacher, likenessIn(candidate.teacher, term)),
    pointsOf(FIELD.courses, likenessIn(candidate.courses, term)),
  ]
  const sum = points.reduce((all, each) => all + each, 0)
  // A description counts for what is found nowhere else.
  if (sum === 0) return BEST_FIELD * pointsOf(FIELD.description, likenessIn(candidate.description, term))
  const best = Math.max(...points)
  return BEST_FIELD * best + (sum - best)
}

function pointsOf(field: number, likeness: Likeness | undefined): number {
  return likeness === undefined ? 0 : field * LIKENESS[likeness]
}

function likenessIn(words: string, { word, typos }: Term): Likeness | undefined {
  if (words.includes(` ${word}`)) return words.includes(` ${word} `) ? 'exact' : 'prefix'
  return typos.some((typo) => words.includes(` ${typo} `)) ? 'typo' : undefined
}
