import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, joinInOrder, valuesTable } from '#server/data/dialect.ts'
import type { Likeness, Term } from './search-terms.queries.ts'

export interface Ranked {
  id: string
  score: number
  saves: number
}

/** The search, as terms and as one text. */
export interface Question {
  terms: Term[]
  /** The words in order, with a space before and after each. */
  phrase: string
}

/** `title`: entries that have every term in their title; `elsewhere`: entries that do not; `anywhere`: both. */
export type Where = 'title' | 'elsewhere' | 'anywhere'

/**
 * The order of fields: title, category, teacher, course titles, description. A word scores in its best field only.
 * The worst match in one field still beats the best match in the next.
 */
const FIELD = { title: 100, category: 49, teacher: 24, courses: 11, description: 5 }
const LIKENESS: Record<Likeness, number> = { exact: 4, prefix: 3, typo: 2 }
/** Titles with all words rank above every other playlist, so the search can rank them without reading the others. */
export const ALL_IN_TITLE = 100_000
const IS_TITLE = 30
const PHRASE_IN_TITLE = 30
/** Within this many letters of a title, an earlier word scores higher. */
const EARLY = 30

type Expression = RawBuilder<unknown>

/** The SQL of each engine for the position of a text in another, from 1, and for the least of some numbers. */
interface Dialect {
  position: Expression
  least: Expression
}

/** A term and the text to look for. */
interface Pattern extends Term {
  beginning: string
  whole: string
  /** No other known word begins with it, so every match is a whole word. */
  isAlwaysWhole: boolean
}

function patternOf(term: Term): Pattern {
  const { word, completions } = term
  const isAlwaysWhole = completions?.length === 1 && completions[0] === word
  return { ...term, beginning: ` ${word}`, whole: ` ${word} `, isAlwaysWhole }
}

type Field = keyof typeof FIELD

const points = (field: Field, likeness: Likeness) => sql.lit(FIELD[field] * LIKENESS[likeness])

/** Builds the SQL expression for the score of a document. */
function scoring({ position, least }: Dialect) {
  const contains = (field: Field, part: string) => sql`${position}(${sql.ref(field)}, ${part}) > 0`
  const anyTypo = (field: Field, { typos }: Term) => either(typos.map((typo) => contains(field, ` ${typo} `)))

  /** Null if the field does not contain the term. */
  const pointsIn = (field: Field, pattern: Pattern): Expression => {
    const { beginning, whole, isAlwaysWhole, typos } = pattern
    const exact = points(field, 'exact')
    const begun = sql`case when ${contains(field, whole)} then ${exact} else ${points(field, 'prefix')} end`
    const typo = sql`when ${anyTypo(field, pattern)} then ${points(field, 'typo')}`
    return sql`case when ${contains(field, beginning)} then ${isAlwaysWhole ? exact : begun} ${typos.length > 0 ? typo : sql``} end`
  }
  const pointsOfCategories = ({ categories }: Term): Expression[] =>
    [...categories].map(
      ([id, likeness]) => sql`case when category_id = ${id} then ${points('category', likeness)} end`,
    )
  /** A term that is in no other field is in the description. */
  const bestField = (pattern: Pattern): Expression => {
    const { isAlwaysWhole, typos } = pattern
    const isCertain = isAlwaysWhole && typos.length === 0
    const last = isCertain ? points('description', 'exact') : pointsIn('description', pattern)
    const fields = [pointsIn('title', pattern), ...pointsOfCategories(pattern)]
    fields.push(pointsIn('teacher', pattern), pointsIn('courses', pattern), last, sql.lit(0))
    return sql`coalesce(${sql.join(fields)})`
  }
  const titleBonus = (patterns: Pattern[], phrase: string): Expression => {
    const positions = patterns.map(
      ({ beginning }) => sql`coalesce(nullif(${position}(title, ${beginning}), 0) - 1, ${sql.lit(EARLY)})`,
    )
    const early = sql`${sql.lit(EARLY)} - ${least}(${sql.lit(EARLY)}, ${sql.join(positions)})`
    const isTitle = sql`case when title = ${phrase} then ${sql.lit(IS_TITLE)} else 0 end`
    const inOrder = sql`case when ${contains('title', phrase.trimEnd())} then ${sql.lit(PHRASE_IN_TITLE)} else 0 end`
    return summed([early, isTitle, ...(patterns.length > 1 ? [inOrder] : [])])
  }

  return ({ terms, phrase }: Question, where: Where): Expression => {
    const patterns = terms.map(patternOf)
    const ofFields = () => summed(patterns.map(bestField))
    const ofTitle = () => {
      const each = patterns.map((pattern) => sql`coalesce(${pointsIn('title', pattern)}, 0)`)
      return sql`${sql.lit(ALL_IN_TITLE)} + ${summed(each)} + ${titleBonus(patterns, phrase)}`
    }
    if (where === 'title') return ofTitle()
    if (where === 'elsewhere') return ofFields()
    const inTitle = patterns.map(
      (pattern) => sql`(${either([contains('title', pattern.beginning), anyTypo('title', pattern)])})`,
    )
    return sql`case when ${sql.join(inTitle, sql` and `)} then ${ofTitle()} else ${ofFields()} end`
  }
}

function summed(parts: Expression[]): Expression {
  return sql.join(parts, sql` + `)
}

function either(parts: Expression[]): Expression {
  return parts.length === 0 ? sql`false` : sql.join(parts, sql` or `)
}

export interface PageParams {
  /** The last row of the page before. */
  after: Ranked | undefined
  /** The page size; if there are more rows, the result has more. */
  limit: number
}

interface Ranking {
  /** Ids of index entries. */
  seqs: readonly number[]
  /** Whether the viewer finds a playlist. */
  isFound: RawBuilder<SqlBool>
  question: Question
  where: Where
  page: PageParams
}

const SCORE = {
  postgres: scoring({ position: sql`strpos`, least: sql`least` }),
  sqlite: scoring({ position: sql`instr`, least: sql`min` }),
}

/**
 * The best of these entries: by score, then by the number of saves, then the newest. The order is total, so pages never
 * overlap. The query checks visibility and membership again, so a wrong index never exposes a hidden playlist.
 */
export async function bestOf(db: Db, ranking: Ranking): Promise<Ranked[]> {
  const { seqs, page } = ranking
  if (seqs.length === 0) return []
  if (page.after) return ranked(db, ranking, 'all')
  const best = await ranked(db, ranking, 'best')
  return best.length > page.limit || best.length === seqs.length ? best : ranked(db, ranking, 'all')
}

/** Looks up the number of saves only for entries that can be on the page, as that costs as much as the score. */
async function ranked(
  db: Db,
  { seqs, isFound, question, where, page: { after, limit } }: Ranking,
  which: 'best' | 'all',
): Promise<Ranked[]> {
  const score = SCORE[isPostgres(db) ? 'postgres' : 'sqlite'](question, where)
  const join = joinInOrder(db)
  const enough =
    which === 'best'
      ? sql`and score >= coalesce((select score from scored order by score desc limit 1 offset ${limit}), 0)`
      : sql``
  const further = after
    ? sql`and (score, saves_count, id) < (${after.score}, ${after.saves}, ${after.id})`
    : sql``
  const { rows } = await sql<Ranked>`
    with scored as materialized (
      select playlist_id, ${score} as score
      from ${valuesTable(db, 'entry', { number: seqs })} ${join} search_documents on seq = entry.number)
    select id, score, saves_count as saves
    from scored ${join} playlists on playlists.id = scored.playlist_id
    where true ${enough} ${further} and ${isFound}
    order by score desc, saves_count desc, id desc limit ${limit + 1}`.execute(db)
  return rows
}
