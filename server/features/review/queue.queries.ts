import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DeskQuery, DeskState } from '#contract/review/review.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { Db } from '#server/data/database.ts'
import { type PageRequest, readPage } from '#server/data/list-query.ts'
import type { Schema } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { revisionsTotal, waitingTotal } from '#server/features/catalog/playlists/totals.ts'
import { isOutsideTrash } from '#server/features/catalog/versions/revisions.queries.ts'

export interface QueueFilter extends Omit<DeskQuery, 'limit' | 'cursor' | 'state' | 'mine' | 'group'> {
  state: DeskState
  /** Only what this admin has claimed. */
  claimedBy: string | undefined
}

const WAITING = sql<SqlBool>`state not in ('draft', 'approved', 'changes', 'rejected', 'withdrawn')`
const EDITED_AT_ONCE = sql<SqlBool>`state = 'approved' and decided_by is null and message = 'edited'`
const AUTOMATIC = sql<SqlBool>`state = 'approved' and decided_by is null and message = 'trusted'`

/** A playlist stays pending without a video, but there is nothing to review. Written as in the index playlists_empty. */
const HAS_VIDEO = sql<SqlBool>`revisions.subject_id not in
  (select id from playlists where courses_count = 0 and status in ('pending', 'processing'))`

function isOpen(state: DeskState): state is 'waiting' | 'submitted' | 'in_review' {
  return state === 'waiting' || state === 'submitted' || state === 'in_review'
}

/** The conditions are written as in the partial indexes of `revisions`. */
function inState(state: DeskState) {
  if (state === 'automatic') return AUTOMATIC
  if (state === 'edited') return EDITED_AT_ONCE
  const inIt = state === 'waiting' ? WAITING : sql<SqlBool>`state = ${sql.lit(state)}`
  return isOpen(state) ? sql<SqlBool>`${inIt} and ${HAS_VIDEO}` : inIt
}

/** What waits is listed oldest first, what is decided latest first. */
function orderOf(state: DeskState) {
  return isOpen(state)
    ? ({ column: 'submitted_at', direction: 'asc' } as const)
    : ({ column: 'decided_at', direction: 'desc' } as const)
}

type From = ExpressionBuilder<Schema, 'revisions'>

function matches({ kind, teacher, playlist, category, claimedBy }: QueueFilter) {
  return ({ and, eb, exists, or, selectFrom }: From) => {
    const inCategory = (title: string) =>
      exists(
        selectFrom('playlists')
          .innerJoin('categories', 'categories.id', 'playlists.category_id')
          .select('playlists.id')
          .whereRef('playlists.id', '=', 'revisions.playlist_id')
          .where('categories.title_key', '=', sortKey(title)),
      )
    const claimed = (adminId: string) => {
      const now = new Date().toISOString()
      const of = (table: 'playlists' | 'courses') =>
        selectFrom(table)
          .select(`${table}.id`)
          .where(`${table}.assigned_to`, '=', adminId)
          .where(`${table}.assigned_until`, '>', now)
      return or([eb('subject_id', 'in', of('playlists')), eb('subject_id', 'in', of('courses'))])
    }
    return and([
      ...(kind === undefined ? [] : [eb('subject', '=', kind)]),
      ...(teacher === undefined ? [] : [eb('teacher_id', '=', teacher)]),
      ...(playlist === undefined ? [] : [eb('playlist_id', '=', playlist)]),
      ...(category === undefined ? [] : [inCategory(category)]),
      ...(claimedBy === undefined ? [] : [claimed(claimedBy)]),
    ])
  }
}

/** One page of the ids of revisions. Throws an AppError for a cursor of another order. */
export async function queueIds(
  db: Db,
  filter: QueueFilter,
  request: PageRequest,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { column, direction } = orderOf(filter.state)
  const order = {
    name: column,
    columns: [`revisions.${column}`, 'revisions.id'],
    direction,
    keysOf: ({ at, id }: { at: string | null; id: string }) => [at ?? '', id],
  }
  const revisions = db
    .selectFrom('revisions')
    .select([`${column} as at`, 'id'])
    .where(inState(filter.state))
    .where(matches(filter))
    .where(isOutsideTrash)
  const { rows, nextCursor } = await readPage(revisions, order, request)
  return { ids: rows.map(({ id }) => id), nextCursor }
}

const COUNTED_MAX = 10_000

/** Reads the stored totals; counts up to 10,000 where the filter narrows the list by more than state and kind. */
export async function countQueue(db: Db, filter: QueueFilter): Promise<number> {
  const { state, kind, teacher, playlist, category, claimedBy } = filter
  const isStored = [teacher, playlist, category, claimedBy].every((each) => each === undefined)
  if (isStored && state === 'waiting') {
    const [submitted, inReview] = await Promise.all([
      waitingTotal(db, 'submitted', kind),
      waitingTotal(db, 'in_review', kind),
    ])
    return submitted + inReview
  }
  if (isStored && (state === 'submitted' || state === 'in_review')) return waitingTotal(db, state, kind)
  if (isStored && state !== 'automatic' && state !== 'edited' && state !== 'waiting')
    return (await revisionsTotal(db, state, kind)) - (await countInTrash(db, state, kind))
  const { n } = await db
    .selectFrom(
      db
        .selectFrom('revisions')
        .select('id')
        .where(inState(state))
        .where(matches(filter))
        .where(isOutsideTrash)
        .limit(sql.lit(COUNTED_MAX))
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** How many versions in a state belong to something in the trash; there are few. */
async function countInTrash(db: Db, state: RevisionState, kind: QueueFilter['kind']): Promise<number> {
  const trashed = db
    .selectFrom('playlists')
    .select('id')
    .where('trash_id', 'is not', null)
    .unionAll(db.selectFrom('courses').select('id').where('trash_id', 'is not', null))
  const { n } = await db
    .selectFrom('revisions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('subject_id', 'in', trashed)
    .where('state', '=', state)
    .$if(kind !== undefined, (query) => query.where('subject', '=', kind ?? 'playlist'))
    .executeTakeFirstOrThrow()
  return n
}

/** Since when the oldest waits. */
export async function oldestWaiting(db: Db): Promise<string | null> {
  const oldest = await db
    .selectFrom('revisions')
    .select('submitted_at')
    .where(WAITING)
    .where(HAS_VIDEO)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return oldest?.submitted_at ?? null
}

const LAST_DECISIONS = 50

/** From submission to decision, for the last decisions of admins. */
export async function lastWaits(
  db: Db,
): Promise<{ submitted_at: string | null; decided_at: string | null }[]> {
  return db
    .selectFrom('revisions')
    .select(['submitted_at', 'decided_at'])
    .where('decided_by', 'is not', null)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(LAST_DECISIONS))
    .execute()
}
