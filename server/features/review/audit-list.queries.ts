import { type Expression, type SqlBool, sql } from 'kysely'
import { type AuditEntry, type AuditQuery, AuditEntry as Entry } from '#contract/review/audit.ts'
import type { Db } from '#server/data/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'

const COUNTED_MAX = 1000
const DAY_MS = 86_400_000
const TIME_DIGITS = 12

type Filter = Pick<AuditQuery, 'user' | 'about' | 'action' | 'day'>

/** An id begins with its time, so a day is a range of ids. */
function idsOf(day: string): { from: string; to: string } {
  const start = Date.parse(`${day}T00:00:00.000Z`)
  const prefix = (time: number) => Math.max(0, time).toString(16).padStart(TIME_DIGITS, '0')
  return { from: prefix(start), to: prefix(start + DAY_MS) }
}

function conditions({ user, about, action, day }: Filter): Expression<SqlBool>[] {
  const range = day === undefined ? undefined : idsOf(day)
  return [
    ...(user === undefined ? [] : [sql<SqlBool>`audit.actor_id = ${user}`]),
    ...(about === undefined ? [] : [sql<SqlBool>`(audit.actor_id = ${about} or audit.subject = ${about})`]),
    ...(action === undefined ? [] : [sql<SqlBool>`audit.action = ${action}`]),
    ...(range === undefined ? [] : [sql<SqlBool>`audit.id >= ${range.from} and audit.id < ${range.to}`]),
  ]
}

function idsMatching(db: Db, filter: Filter) {
  return db
    .selectFrom('audit')
    .select('audit.id')
    .where(({ and }) => and(conditions(filter)))
}

const NEWEST_FIRST = newestFirst('audit', 'audit.id')

/** One page, newest first. */
export async function auditPage(
  db: Db,
  filter: Filter,
  request: PageRequest,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readPage(idsMatching(db, filter), NEWEST_FIRST, request)
  const ids = rows.map(({ id }) => id)
  return { entries: await entriesOf(db, ids), nextCursor }
}

async function entriesOf(db: Db, ids: string[]): Promise<AuditEntry[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .leftJoin('playlists', 'playlists.id', 'audit.subject')
    .leftJoin('courses', 'courses.id', 'audit.subject')
    .leftJoin('categories', 'categories.id', 'audit.subject')
    .leftJoin('users as person', 'person.id', 'audit.subject')
    .leftJoin('groups', 'groups.id', 'audit.subject')
    .leftJoin('trash', 'trash.subject_id', 'audit.subject')
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.subject', 'audit.detail', 'audit.network'])
    .select(['users.id as user_id', 'users.username', 'trash.id as trash_id'])
    .select(({ fn, ref }) =>
      fn
        .coalesce(
          ref('playlists.title'),
          ref('courses.title'),
          ref('categories.title'),
          ref('person.username'),
          ref('groups.name'),
        )
        .as('subject_title'),
    )
    .where('audit.id', 'in', ids)
    .execute()
  const entries = rows.map((row) => ({
    _id: row.id,
    at: row.at,
    user: row.user_id === null || row.username === null ? null : { _id: row.user_id, username: row.username },
    action: row.action,
    subject: row.subject,
    subjectTitle: row.subject_title,
    detail: Entry.shape.detail.parse(JSON.parse(row.detail)),
    network: row.network,
    ...(row.trash_id !== null && isDeletion(row.action) && { trashId: row.trash_id }),
  }))
  return entries.toSorted((one, other) => (one._id < other._id ? 1 : -1))
}

const isDeletion = (action: string) => action === 'playlist.deleted' || action === 'course.deleted'

/** Exact up to 1,000. */
export async function countAudit(db: Db, filter: Filter): Promise<{ total: number; isLowerBound: boolean }> {
  const { n } = await db
    .selectFrom(
      idsMatching(db, filter)
        .limit(sql.lit(COUNTED_MAX + 1))
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { total: Math.min(n, COUNTED_MAX), isLowerBound: n > COUNTED_MAX }
}
