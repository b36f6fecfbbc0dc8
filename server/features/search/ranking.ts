import type { Likeness, Term } from './search-terms.ts'

/** A playlist that has every term somewhere, and what its rank depends on: only the fields that can decide it. */
export interface Candidate {
  id: string
  title: string
  categoryId?: string
  teacher?: string
  courses?: string
  description?: string
}

export interface Scored {
  id: string
  score: number
}

export interface Ranked extends Scored {
  saves: number
}

/** What was asked for, as terms and as one text. */
export interface Question {
  terms: Term[]
  /** The words in order, a space before and after each. */
  phrase: string
  /** Where a word stands whole that is in none of the fields that were read. */
  elsewhere?: keyof typeof FIELD
}

/**
 * api.md's order of fields: title, category, teacher, course titles, description. A word counts where it counts most.
 * With the three likenesses the worst find in one field still beats the best find in the next.
 */
const FIELD = { title: 100, category: 49, teacher: 24, courses: 11, description: 5 }
const LIKENESS: Record<Likeness, number> = { exact: 4, prefix: 3, typo: 2 }
/** A title that has all the words comes before every other playlist, so that those need not be read to rank it. */
export const ALL_IN_TITLE = 100_000
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

/** How well each answers the question; in no order. */
export function scoresOf(candidates: Candidate[], { terms, phrase, elsewhere }: Question): Scored[] {
  const patterns = terms.map(({ word, typos, categories }) => ({
    beginning: ` ${word}`,
    whole: ` ${word} `,
    typos: typos.map((typo) => ` ${typo} `),
    categories,
  }))
  const otherwise = elsewhere === undefined ? 0 : pointsOf(FIELD[elsewhere], 'exact')
  return candidates.map((candidate) => ({
    id: candidate.id,
    score: scoreOf(candidate, { patterns, phrase, otherwise }),
  }))
}

/** Best first: by score, then by how many saved it, then the newest. No two are equal, so a page has one next page. */
export function inRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.saves - a.saves || (a.id < b.id ? 1 : -1)
}

interface Looked {
  patterns: Pattern[]
  phrase: string
  /** For a word that is in none of the fields. */
  otherwise: number
}

function scoreOf(candidate: Candidate, { patterns, phrase, otherwise }: Looked): number {
  let score = 0
  let inTitle = 0
  for (const pattern of patterns) {
    const likeness = likenessIn(candidate.title, pattern)
    if (likeness) inTitle += 1
    score += likeness ? pointsOf(FIELD.title, likeness) : pointsElsewhere(candidate, pattern) || otherwise
  }
  return inTitle < patterns.length
    ? score
    : score + ALL_IN_TITLE + titleBonus(candidate.title, patterns, phrase)
}

function pointsElsewhere({ categoryId, teacher, courses, description }: Candidate, pattern: Pattern): number {
  return (
    pointsOf(FIELD.category, pattern.categories.get(categoryId ?? '')) ||
    pointsOf(FIELD.teacher, likenessIn(teacher, pattern)) ||
    pointsOf(FIELD.courses, likenessIn(courses, pattern)) ||
    pointsOf(FIELD.description, likenessIn(description, pattern))
  )
}

function titleBonus(title: string, patterns: Pattern[], phrase: string): number {
  const places = patterns.map(({ beginning }) => title.indexOf(beginning)).filter((place) => place >= 0)
  const early = EARLY - Math.min(EARLY, ...places)
  const inOrder = patterns.length > 1 && title.includes(phrase.trimEnd())
  return early + (inOrder ? PHRASE_IN_TITLE : 0) + (title === phrase ? IS_TITLE : 0)
}

function pointsOf(field: number, likeness: Likeness | undefined): number {
  return likeness === undefined ? 0 : field * LIKENESS[likeness]
}

function likenessIn(words: string | undefined, { beginning, whole, typos }: Pattern): Likeness | undefined {
  if (words === undefined) return undefined
  if (words.includes(beginning)) return words.includes(whole) ? 'exact' : 'prefix'
  return typos.some((typo) => words.includes(typo)) ? 'typo' : undefined
}
