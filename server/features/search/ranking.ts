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
 * api.md's order of fields: title, category, teacher, course titles, description. A word counts where it counts most.
 * With the three likenesses the worst find in one field still beats the best find in the next.
 */
const FIELD = { title: 100, category: 49, teacher: 24, courses: 11, description: 5 }
const LIKENESS: Record<Likeness, number> = { exact: 4, prefix: 3, typo: 2 }
const ALL_IN_TITLE = 100
const IS_TITLE = 30
const PHRASE_IN_TITLE = 30
/** Letters from the beginning of a title in which an earlier word is a better one. */
const EARLY = 30

/** A term as it stands in a field, so that a thousand candidates are read with ready texts. */
interface Pattern {
  beginning: string
  whole: string
  typos: string[]
  categories: Map<string, Likeness>
}

/** Best first: by score, then by how many saved it, then the newest. No two are equal, so a page has one next page. */
export function rank(candidates: Candidate[], { terms, phrase }: Question): Ranked[] {
  const patterns = terms.map(({ word, typos, categories }) => ({
    beginning: ` ${word}`,
    whole: ` ${word} `,
    typos: typos.map((typo) => ` ${typo} `),
    categories,
  }))
  return candidates
    .map((candidate) => ({
      id: candidate.id,
      saves: candidate.saves,
      score: scoreOf(candidate, patterns) + titleBonus(candidate.title, patterns, phrase),
    }))
    .toSorted(inRank)
}

export function inRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.saves - a.saves || (a.id < b.id ? 1 : -1)
}

function scoreOf(candidate: Candidate, patterns: Pattern[]): number {
  return patterns.reduce((score, pattern) => score + patternScore(candidate, pattern), 0)
}

function patternScore(candidate: Candidate, pattern: Pattern): number {
  const { title, categoryId, teacher, courses, description } = candidate
  return (
    pointsOf(FIELD.title, likenessIn(title, pattern)) ||
    pointsOf(FIELD.category, pattern.categories.get(categoryId)) ||
    pointsOf(FIELD.teacher, likenessIn(teacher, pattern)) ||
    pointsOf(FIELD.courses, likenessIn(courses, pattern)) ||
    pointsOf(FIELD.description, likenessIn(description, pattern))
  )
}

function titleBonus(title: string, patterns: Pattern[], phrase: string): number {
  if (!patterns.every((pattern) => likenessIn(title, pattern))) return 0
  const places = patterns.map(({ beginning }) => title.indexOf(beginning)).filter((place) => place >= 0)
  const early = EARLY - Math.min(EARLY, ...places)
  const inOrder = patterns.length > 1 && title.includes(phrase.trimEnd())
  return ALL_IN_TITLE + early + (inOrder ? PHRASE_IN_TITLE : 0) + (title === phrase ? IS_TITLE : 0)
}

function pointsOf(field: number, likeness: Likeness | undefined): number {
  return likeness === undefined ? 0 : field * LIKENESS[likeness]
}

function likenessIn(words: string, { beginning, whole, typos }: Pattern): Likeness | undefined {
  if (words.includes(whole)) return 'exact'
  if (words.includes(beginning)) return 'prefix'
  return typos.some((typo) => words.includes(typo)) ? 'typo' : undefined
}
