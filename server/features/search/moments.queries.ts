import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { FoundVideo } from '#contract/search/search.ts'
import type { Db } from '#server/data/database.ts'
import { isPostgres, joinInOrder, valuesTable } from '#server/data/dialect.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

/** The words of a search, in the order of the query and as one text. */
export interface MomentQuestion {
  words: string[]
  /** With a space before and after each word. */
  phrase: string
}

export interface RankedPassage {
  id: number
  courseId: string
  /** Null for a correction. */
  captionsId: string | null
  score: number
}

/** As in the search for playlists: a whole word, or the beginning of one. */
const WHOLE = 4
const BEGINNING = 3
const IN_ORDER = 5

type Expression = RawBuilder<unknown>

/** The SQL for how well a text has the words of the search. */
function scoreOf(db: Db, text: Expression, { words, phrase }: MomentQuestion): Expression {
  const position = isPostgres(db) ? sql`strpos` : sql`instr`
  const contains = (part: string) => sql`${position}(${text}, ${part}) > 0`
  const points = words.map(
    (word) => sql`case when ${contains(` ${word} `)} then ${sql.lit(WHOLE)}
      when ${contains(` ${word}`)} then ${sql.lit(BEGINNING)} else 0 end`,
  )
  const inOrder = sql`case when ${contains(phrase.trimEnd())} then ${sql.lit(IN_ORDER)} else 0 end`
  return sql.join(words.length > 1 ? [...points, inOrder] : points, sql` + `)
}

interface Found {
  ids: number[]
  /** Whether the viewer finds a playlist. Checked again, so a late job never exposes a hidden course. */
  isFound: RawBuilder<SqlBool>
}

/** Those of these passages or corrections that the viewer finds, best first. */
export async function bestPassages(
  db: Db,
  { of, ids, isFound }: Found & { of: 'passages' | 'correction_passages' },
  question: MomentQuestion,
): Promise<RankedPassage[]> {
  if (ids.length === 0) return []
  const join = joinInOrder(db)
  const captions = of === 'passages' ? sql`found.captions_id` : sql`null`
  const { rows } = await sql<RankedPassage>`
    select found.id, found.course_id as "courseId", ${captions} as "captionsId",
      ${scoreOf(db, sql`found.words`, question)} as score
    from ${valuesTable(db, 'entry', { number: ids })} ${join} ${sql.table(of)} as found on found.id = entry.number
      ${join} courses on courses.id = found.course_id ${join} playlists on playlists.id = courses.playlist_id
    where courses.status = 'approved' and ${isFound}
    order by score desc, found.id desc`.execute(db)
  return rows
}

/**
 * Those of these passages that have all words of the search together with the passage before or after them. A pair begins
 * with the first of the two.
 */
export async function bestPairs(
  db: Db,
  { ids, isFound }: Found,
  question: MomentQuestion,
): Promise<RankedPassage[]> {
  if (ids.length === 0) return []
  const join = joinInOrder(db)
  const position = isPostgres(db) ? sql`strpos` : sql`instr`
  const both = sql`(first.words || second.words)`
  const all = question.words.map((word) => sql`${position}(${both}, ${` ${word}`}) > 0`)
  const { rows } = await sql<RankedPassage>`
    select first.id, first.course_id as "courseId", first.captions_id as "captionsId",
      ${scoreOf(db, both, question)} as score
    from ${valuesTable(db, 'entry', { number: ids })} ${join} passages as hit on hit.id = entry.number
      ${join} passages as first on first.captions_id = hit.captions_id
        and first.position between hit.position - 1 and hit.position
      ${join} passages as second on second.captions_id = first.captions_id
        and second.position = first.position + 1
      ${join} courses on courses.id = first.course_id ${join} playlists on playlists.id = courses.playlist_id
    where courses.status = 'approved' and ${isFound} and ${sql.join(all, sql` and `)}
    order by score desc, first.id desc`.execute(db)
  return distinct(rows)
}

/** Two hits in neighbouring passages are one pair. */
function distinct(rows: RankedPassage[]): RankedPassage[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const Cues = z.array(z.tuple([z.number(), z.string()]))
/** The second at which each cue starts, and its text. */
export type PassageCues = z.infer<typeof Cues>

/** The cues of these passages, each with those of the passage after it. */
export async function passageCues(db: Db, ids: number[]): Promise<Map<number, PassageCues>> {
  if (ids.length === 0) return new Map()
  const join = joinInOrder(db)
  const { rows } = await sql<{ id: number; cues: string; next: string | null }>`
    select passages.id, passages.cues, second.cues as next
    from ${valuesTable(db, 'entry', { number: ids })} ${join} passages on passages.id = entry.number
      left join passages as second on second.captions_id = passages.captions_id
        and second.position = passages.position + 1`.execute(db)
  return new Map(
    rows.map(({ id, cues, next }) => [
      id,
      [...Cues.parse(JSON.parse(cues)), ...Cues.parse(JSON.parse(next ?? '[]'))],
    ]),
  )
}

/** These corrections, each as its only cue. */
export async function correctionCues(db: Db, ids: number[]): Promise<Map<number, PassageCues>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('correction_passages')
    .select(['id', 'at_s', 'text'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, at_s, text }) => [id, [[at_s, text]]]))
}

/** What is shown of these courses. */
export async function foundVideos(
  db: Db,
  courseIds: string[],
): Promise<Map<string, Omit<FoundVideo, 'moments'>>> {
  if (courseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .innerJoin('users', 'users.id', 'playlists.teacher_id')
    .innerJoin('images', 'images.name', 'courses.image')
    .select(['courses.id', 'courses.title', 'courses.duration_s'])
    .select(['playlists.id as playlist_id', 'playlists.title as playlist_title'])
    .select(['categories.title as category', 'users.id as teacher_id', 'users.username'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .where('courses.id', 'in', courseIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        course: {
          _id: row.id,
          videoTitle: row.title,
          tutorialImage: imageRef(row),
          durationSeconds: row.duration_s,
        },
        playlist: { _id: row.playlist_id, title: row.playlist_title, category: row.category },
        teacher: { _id: row.teacher_id, username: row.username },
      },
    ]),
  )
}
