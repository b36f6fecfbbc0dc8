import { type SqlBool, sql } from 'kysely'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { TeacherRequest } from '#contract/people/teacher-requests.ts'
import type { Db } from '#server/data/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'
import type { TeacherRequestRow } from '#server/data/people-rows.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

const OPEN = sql<SqlBool>`state = 'open'`

type NewRequest = Pick<TeacherRequestRow, 'id' | 'user_id' | 'reason' | 'created_at'>

/** Returns false if the user has an open request. */
export async function insertRequest(trx: Db, request: NewRequest): Promise<boolean> {
  const inserted = await trx
    .insertInto('teacher_requests')
    .values(request)
    .onConflict((open) => open.column('user_id').where(OPEN).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findRequest(
  db: Db,
  id: string,
): Promise<Pick<TeacherRequestRow, 'id' | 'user_id'> | undefined> {
  return db.selectFrom('teacher_requests').select(['id', 'user_id']).where('id', '=', id).executeTakeFirst()
}

interface Decision {
  id: string
  state: 'accepted' | 'declined'
  message: string
  adminId: string
}

/** Returns false if the request is decided already. */
export async function decideOpenRequest(
  trx: Db,
  { id, state, message, adminId }: Decision,
): Promise<boolean> {
  const decided = await trx
    .updateTable('teacher_requests')
    .set({ state, message, decided_by: adminId, decided_at: new Date().toISOString() })
    .where('id', '=', id)
    .where(OPEN)
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}

/** Accepts the open request of a user who has become a teacher in another way. Nobody is notified: they know it. */
export async function acceptOfTeacher(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('teacher_requests')
    .set({ state: 'accepted', decided_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where(OPEN)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').select('id').where('id', '=', userId).where('role', '=', 'Teacher')),
    )
    .execute()
}

function requests(db: Db) {
  return db
    .selectFrom('teacher_requests')
    .innerJoin('users', 'users.id', 'teacher_requests.user_id')
    .innerJoin('images', 'images.name', 'users.photo')
    .select(['teacher_requests.id', 'teacher_requests.reason', 'teacher_requests.state'])
    .select(['teacher_requests.message', 'teacher_requests.decided_at', 'teacher_requests.created_at'])
    .select(['users.id as user_id', 'users.username', 'users.email', 'users.role'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .select(({ selectFrom }) => [
      'teacher_requests.decided_by',
      selectFrom('users as deciders')
        .select('deciders.username')
        .whereRef('deciders.id', '=', 'teacher_requests.decided_by')
        .as('decider'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]

function requestOf(row: Row): TeacherRequest {
  const { user_id, username, email, role, decided_by, decider } = row
  return {
    _id: row.id,
    user: { _id: user_id, username, profilePhoto: imageRef(row), email, role },
    reason: row.reason,
    state: row.state,
    message: row.message,
    decidedBy: decided_by === null || decider === null ? null : { _id: decided_by, username: decider },
    decidedAt: row.decided_at,
    createdAt: row.created_at,
  }
}

export async function readRequest(db: Db, id: string): Promise<TeacherRequest | undefined> {
  const row = await requests(db).where('teacher_requests.id', '=', id).executeTakeFirst()
  return row && requestOf(row)
}

const NEWEST_FIRST = newestFirst('teacher requests', 'teacher_requests.id')

interface RequestsQuery extends Partial<PageRequest> {
  state?: TeacherRequest['state'] | undefined
}

export async function listRequests(db: Db, { state, limit = LIST_LIMIT_DEFAULT, cursor }: RequestsQuery) {
  const all = db.selectFrom('teacher_requests').select(({ fn }) => fn.countAll<number>().as('n'))
  const [{ rows, nextCursor }, { n }] = await Promise.all([
    readPage(
      requests(db).$if(state !== undefined, (query) =>
        query.where('teacher_requests.state', '=', state ?? 'open'),
      ),
      NEWEST_FIRST,
      { limit, cursor },
    ),
    all
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
      .executeTakeFirstOrThrow(),
  ])
  return { requests: rows.map(requestOf), total: Number(n), nextCursor }
}
