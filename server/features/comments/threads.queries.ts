import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import {
  type Comment,
  type commentsApi,
  THREADS_TOTAL_MAX,
  type Thread,
} from '#contract/comments/comments.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { COMMENT_HIDDEN } from '#contract/reports/report-messages.ts'
import { COMMENT_REMOVED } from '#contract/watching-messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { afterRow, checkedKeys, type Direction, rowsFor } from '#server/data/keyset.ts'
import { type Params, type ParamsByName, prepared, preparedInShapes } from '#server/data/prepared.ts'
import type { Schema } from '#server/data/schema.ts'
import { isHiddenFrom, seenDespiteReports } from '#server/features/catalog/hidden-comments.queries.ts'
import { invalid } from '#server/http/app-error.ts'
import { readerOf } from './comment-list.queries.ts'
import { type CommentWithAuthor, commentOf, commentRows } from './comments.queries.ts'
import { likedBy } from './likes.queries.ts'

type Query = NonNullable<z.output<typeof commentsApi.threads.query>>
type Sort = NonNullable<Query['sort']>
type Filter = NonNullable<Query['filter']>
type Comments = ExpressionBuilder<Schema, 'comments'>

/**
 * A list runs through one or more parts, each in the order of an index. `pinned` comes first, newest pin first; by moment,
 * comments without a second come last.
 */
type Part = 'pinned' | 'newest' | 'top' | 'moment' | 'timeless'

const PARTS: Record<Sort, readonly Part[]> = {
  newest: ['pinned', 'newest'],
  top: ['pinned', 'top'],
  moment: ['pinned', 'moment', 'timeless'],
}

type Column = 'comments.pinned_at' | 'comments.likes_count' | 'comments.at_s' | 'comments.id'

interface Order {
  columns: readonly Column[]
  direction: Direction
  where: (comments: Comments) => ReturnType<Comments['and']>
}

const ORDERS: Record<Part, Order> = {
  pinned: {
    columns: ['comments.pinned_at', 'comments.id'],
    direction: 'desc',
    where: ({ eb, and }) => and([eb('comments.pinned_at', 'is not', null)]),
  },
  newest: {
    columns: ['comments.id'],
    direction: 'desc',
    where: ({ eb, and }) => and([eb('comments.pinned_at', 'is', null)]),
  },
  top: {
    columns: ['comments.likes_count', 'comments.id'],
    direction: 'desc',
    where: ({ eb, and }) => and([eb('comments.pinned_at', 'is', null)]),
  },
  moment: {
    columns: ['comments.at_s', 'comments.id'],
    direction: 'asc',
    where: ({ eb, and }) => and([eb('comments.pinned_at', 'is', null), eb('comments.at_s', 'is not', null)]),
  },
  timeless: {
    columns: ['comments.id'],
    direction: 'desc',
    where: ({ eb, and }) => and([eb('comments.pinned_at', 'is', null), eb('comments.at_s', 'is', null)]),
  },
}

/** Each is worded as the condition of its indexes (`server/data/migrations/baseline/reactions.ts`). */
const FILTERS: Record<Filter, RawBuilder<boolean>> = {
  all: sql<boolean>`comments.parent_id is null`,
  questions: sql<boolean>`comments.is_question = 1`,
  open: sql<boolean>`comments.is_question > 0 and comments.answered_by is null`,
}

/** The comments of a course with their replies, pinned ones first. Throws an AppError for an invalid cursor. */
export async function listThreads(
  db: Db,
  viewer: Viewer,
  { courseId, ...query }: Query & { courseId: string },
): Promise<z.input<typeof commentsApi.threads.reply>> {
  const { sort = 'newest', filter = 'all', limit = LIST_LIMIT_DEFAULT, cursor } = query
  const name = `threads ${sort} ${filter}`
  const start = cursor === undefined ? undefined : startOf(PARTS[sort], decodeCursor(name, cursor))
  const [found, total] = await Promise.all([
    rowsFrom(db, viewer, { courseId, parts: PARTS[sort], filter, start, most: limit + 1 }),
    countThreads(db, viewer, { filter, courseId }),
  ])
  const { rows, nextCursor } = pageOf(found, limit, (row) => {
    const part = partOf(sort, row)
    return encodeCursor(name, [part, ...keysOf(part, row)])
  })
  return { threads: await withReplies(db, viewer, rows), ...total, nextCursor }
}

interface Start {
  part: Part
  keys: readonly (string | number)[]
}

function startOf(parts: readonly Part[], [name, ...keys]: (string | number)[]): Start {
  const part = parts.find((each) => each === name)
  if (part === undefined) throw invalid('cursor', 'Invalid cursor.')
  return { part, keys: checkedKeys(ORDERS[part].columns, keys) }
}

function partOf(sort: Sort, { pinned_at, at_s }: CommentWithAuthor): Part {
  if (pinned_at !== null) return 'pinned'
  if (sort !== 'moment') return sort
  return at_s === null ? 'timeless' : 'moment'
}

function keysOf(part: Part, { pinned_at, likes_count, at_s, id }: CommentWithAuthor): (string | number)[] {
  if (part === 'pinned') return [pinned_at ?? '', id]
  if (part === 'top') return [likes_count, id]
  return part === 'moment' ? [at_s ?? 0, id] : [id]
}

interface Wanted {
  courseId: string
  parts: readonly Part[]
  filter: Filter
  start: Start | undefined
  most: number
}

/** Returns at least `most` rows, if there are that many. */
async function rowsFrom(
  db: Db,
  viewer: Viewer,
  { courseId, parts, filter, start, most }: Wanted,
): Promise<CommentWithAuthor[]> {
  const found: CommentWithAuthor[] = []
  for (const part of parts.slice(start ? parts.indexOf(start.part) : 0)) {
    const keys = part === start?.part ? start.keys : []
    const shape = { part, filter, isAfter: keys.length > 0, rows: rowsFor(most - 1) }
    found.push(
      ...(await findPart(db, shape, {
        courseId,
        ...readerOf(viewer),
        key: keys[0] ?? '',
        id: keys.at(-1) ?? '',
      })),
    )
    if (found.length >= most) break
  }
  return found
}

interface Shape {
  part: Part
  filter: Filter
  isAfter: boolean
  rows: number
}

type Reading = 'courseId' | 'reader' | 'isAdmin'

/** Leaves out comments that reports hide from the reader, except in the list of all: those with visible replies keep their place. */
function seenInList(filter: Filter, param: ParamsByName<Reading>): RawBuilder<SqlBool> {
  const reader = { id: param('reader'), isAdmin: param<number>('isAdmin') }
  const seen = seenDespiteReports(reader)
  if (filter !== 'all') return seen
  return sql<SqlBool>`(${seen} or exists (select 1 from comments as replies
    where replies.parent_id = comments.id and ${seenDespiteReports(reader, 'replies')}))`
}

const findPart = preparedInShapes<Shape, Reading | 'key' | 'id', CommentWithAuthor>(
  (db, { part, filter, isAfter, rows }, param) => {
    const { columns, direction, where } = ORDERS[part]
    const keys = columns.length === 1 ? [param('id')] : [param<string | number>('key'), param('id')]
    const page = commentRows(db)
      .select(likedBy(param('reader')))
      .where('comments.course_id', '=', param('courseId'))
      .where(FILTERS[filter])
      .where(seenInList(filter, param))
      .where(where)
      .$if(isAfter, (query) => query.where(afterRow(columns, direction, keys)))
      .limit(sql.lit(rows))
    return columns.reduce((query, column) => query.orderBy(column, direction), page)
  },
  () => false,
)

/** Counts index entries of all threads and subtracts the few that the reader may not see, which `comments_hidden` finds. */
const countShown = preparedInShapes<{ filter: Filter }, Reading, { n: number }>(
  (db, { filter }, param) => {
    const inFilter = db
      .selectFrom('comments')
      .where('course_id', '=', param('courseId'))
      .where(FILTERS[filter])
    const unseen = inFilter
      .where('hidden_at', 'is not', null)
      .where(sql<SqlBool>`not ${seenInList(filter, param)}`)
      .select(({ fn }) => fn.countAll<number>().as('n'))
    const first = inFilter.select('id').limit(sql<number>`${sql.lit(THREADS_TOTAL_MAX + 1)} + (${unseen})`)
    return db
      .selectFrom(first.as('first'))
      .select(({ fn }) => sql<number>`${fn.countAll()} - (${unseen})`.as('n'))
  },
  () => false,
)

/** Counts no further than `THREADS_TOTAL_MAX`, so that no page counts all rows. */
async function countThreads(
  db: Db,
  viewer: Viewer,
  { filter, courseId }: { filter: Filter; courseId: string },
): Promise<{ total: number; totalIsLowerBound?: true }> {
  const [found] = await countShown(db, { filter }, { courseId, ...readerOf(viewer) })
  const n = found?.n ?? 0
  return n > THREADS_TOTAL_MAX ? { total: THREADS_TOTAL_MAX, totalIsLowerBound: true } : { total: n }
}

const findReplies = prepared((db, params: Params<{ ids: string[]; reader: string }>) =>
  commentRows(db)
    .select(likedBy(params.value('reader')))
    .where(params.among('comments.parent_id', 'ids'))
    .orderBy('comments.parent_id')
    .orderBy('comments.id'),
)

/** Reads the replies to all these comments with one query. */
async function withReplies(db: Db, viewer: Viewer, rows: CommentWithAuthor[]): Promise<Thread[]> {
  const ids = rows.map(({ id }) => id)
  const found = rows.length === 0 ? [] : await findReplies(db, { ids, reader: viewer.id })
  const seen = found.filter((row) => !isHiddenFrom(viewer, row))
  const replies = Map.groupBy(seen.map(commentOf), ({ parentId }) => parentId)
  return rows.map((row) => threadOf(viewer, row, replies.get(row.id) ?? []))
}

function threadOf(viewer: Viewer, row: CommentWithAuthor, replies: Comment[]): Thread {
  const { hidden: isHidden, ...comment } = commentOf(row)
  if (row.removed_at !== null) return { ...comment, ...placeholder(COMMENT_REMOVED), replies }
  if (isHiddenFrom(viewer, row)) return { ...comment, ...placeholder(COMMENT_HIDDEN), replies }
  const answeredBy = replies.find(({ _id }) => _id === comment.answeredBy)?._id ?? null
  return { ...comment, ...(isHidden && { hidden: true }), answeredBy, removed: false, replies }
}

/** Replaces everything of a comment that readers may not see. */
const placeholder = (text: string) => ({
  text,
  user: null,
  question: false,
  answeredBy: null,
  pinned: false,
  likesCount: 0,
  liked: false,
  quote: null,
  mentions: [],
  removed: true,
})
