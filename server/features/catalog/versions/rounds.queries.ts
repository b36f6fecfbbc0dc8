import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { RevisionRow, RoundRow } from '#server/data/review-rows.ts'

/** Written as in the partial indexes of `revisions`. */
export const WAITING = sql<SqlBool>`revisions.state not in ('draft', 'approved', 'changes', 'rejected', 'withdrawn')`

/** A round that the desk lists: something of it waits, and the playlist has a video. */
export const LISTED_ROUND = sql<SqlBool>`rounds.decided_at is null
  and exists (select 1 from revisions where revisions.playlist_id = rounds.playlist_id and ${WAITING})
  and rounds.playlist_id not in
    (select id from playlists where courses_count = 0 and status in ('pending', 'processing'))`

const findOpen = prepared((db, params: Params<{ playlistId: string }>) =>
  db
    .selectFrom('rounds')
    .select(['id', 'message'])
    .where('playlist_id', '=', params.value('playlistId'))
    .where('decided_at', 'is', null),
)

export async function openRoundOf(
  db: Db,
  playlistId: string,
): Promise<Pick<RoundRow, 'id' | 'message'> | undefined> {
  const [round] = await findOpen(db, { playlistId })
  return round
}

/** The round, unless its playlist is in the trash. */
export async function findRound(db: Db, id: string): Promise<RoundRow | undefined> {
  return db
    .selectFrom('rounds')
    .innerJoin('playlists', 'playlists.id', 'rounds.playlist_id')
    .selectAll('rounds')
    .where('rounds.id', '=', id)
    .where('playlists.trash_id', 'is', null)
    .executeTakeFirst()
}

const findWaiting = prepared((db, params: Params<{ playlistId: string }>) =>
  db
    .selectFrom('revisions')
    .select(['id', 'teacher_id', 'round_id', 'submitted_at', 'created_at'])
    .where('playlist_id', '=', params.value('playlistId'))
    .where(WAITING)
    .orderBy('submitted_at')
    .orderBy('id'),
)

/** What waits of a playlist and its courses, oldest first. */
export function waitingRevisions(db: Db, playlistId: string) {
  return findWaiting(db, { playlistId })
}

/** The playlists and courses of a round that wait. */
export async function waitingItems(db: Db, roundId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('revisions')
    .select('subject_id')
    .where('round_id', '=', roundId)
    .where(WAITING)
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

/** The versions of a round that wait, the playlist first. */
export function waitingRows(db: Db, roundId: string): Promise<RevisionRow[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('round_id', '=', roundId)
    .where(WAITING)
    .orderBy('subject', 'desc')
    .orderBy('id')
    .execute()
}

/** The versions of a teacher that wait with this uploaded video. */
export function waitingWithVideo(
  db: Db,
  { videoId, teacherId }: { videoId: string; teacherId: string },
): Promise<RevisionRow[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('teacher_id', '=', teacherId)
    .where(WAITING)
    .where('content', 'like', `%"key":"${videoId}"%`)
    .execute()
}

type NewRound = Pick<RoundRow, 'playlist_id' | 'teacher_id' | 'message' | 'submitted_at'>

/** Opens the next round of a playlist. Returns its id. */
export async function insertRound(trx: Db, round: NewRound): Promise<string> {
  const last = await trx
    .selectFrom('rounds')
    .select(({ fn }) => fn.max<number | null>('number').as('number'))
    .where('playlist_id', '=', round.playlist_id)
    .executeTakeFirst()
  const id = newId()
  await trx
    .insertInto('rounds')
    .values({ id, number: (last?.number ?? 0) + 1, ...round })
    .execute()
  return id
}

export async function joinRound(trx: Db, roundId: string, revisionIds: string[]): Promise<void> {
  if (revisionIds.length === 0) return
  await trx.updateTable('revisions').set({ round_id: roundId }).where('id', 'in', revisionIds).execute()
}

type Changes = Partial<Pick<RoundRow, 'message' | 'decided_at' | 'assigned_to' | 'assigned_until'>>

export async function updateRound(trx: Db, id: string, changes: Changes): Promise<void> {
  await trx.updateTable('rounds').set(changes).where('id', '=', id).execute()
}

const COUNTED_MAX = 10_000

/** How many rounds wait for an admin, counted up to 10,000. */
export async function countWaitingRounds(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom(
      db.selectFrom('rounds').select('id').where(LISTED_ROUND).limit(sql.lit(COUNTED_MAX)).as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The rounds that have waited longest, with their playlists. */
export async function oldestRounds(db: Db, count: number) {
  return db
    .selectFrom('rounds')
    .innerJoin('playlists', 'playlists.id', 'rounds.playlist_id')
    .innerJoin('users', 'users.id', 'rounds.teacher_id')
    .select(['rounds.id', 'playlists.title', 'users.username', 'rounds.submitted_at'])
    .select(({ selectFrom }) =>
      selectFrom('revisions')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('revisions.round_id', '=', 'rounds.id')
        .where('revisions.subject', '=', 'course')
        .where(WAITING)
        .as('videos'),
    )
    .where(LISTED_ROUND)
    .orderBy('rounds.submitted_at')
    .orderBy('rounds.id')
    .limit(sql.lit(count))
    .execute()
}

const AT_ONCE = 500

/** Playlists that have something waiting without a round, or an open round in which nothing waits. */
export async function unsettledPlaylists(db: Db): Promise<{ id: string; teacherId: string }[]> {
  const waiting = db
    .selectFrom('revisions')
    .select(['playlist_id as id', 'teacher_id as teacherId'])
    .where(WAITING)
    .where('round_id', 'is', null)
  const ended = db
    .selectFrom('rounds')
    .select(['playlist_id as id', 'teacher_id as teacherId'])
    .where('decided_at', 'is', null)
    // Both sides read an index alone. Asking for each round reads a page of revisions for each.
    .where(({ eb, selectFrom }) =>
      eb(
        'playlist_id',
        'in',
        selectFrom('rounds as open')
          .select('open.playlist_id')
          .where('open.decided_at', 'is', null)
          .except(selectFrom('revisions').select('revisions.playlist_id').where(WAITING)),
      ),
    )
  return waiting.union(ended).limit(sql.lit(AT_ONCE)).execute()
}

/** All versions and rounds of a teacher belong to another one from now on. */
export async function moveVersions(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await trx.updateTable('revisions').set({ teacher_id: to }).where('teacher_id', '=', from).execute()
  await trx.updateTable('rounds').set({ teacher_id: to }).where('teacher_id', '=', from).execute()
}
