import { sql } from 'kysely'
import type { z } from 'zod'
import type { Claim } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { RoundRow } from '#server/data/review-rows.ts'

export async function hasOtherAdmin(db: Db, adminId: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('id', '<>', adminId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

const findAssigned = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'assigned_to', 'assigned_until'])
    .where(params.among('id', 'ids'))
    .unionAll(
      db
        .selectFrom('courses')
        .select(['id', 'assigned_to', 'assigned_until'])
        .where(params.among('id', 'ids')),
    ),
)

const findNames = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('users').select(['id', 'username']).where(params.among('id', 'ids')),
)

/** The reviewers of these items at that time, by the id of the item. */
export async function claimsOf(
  db: Db,
  ids: string[],
  now: string,
): Promise<Map<string, z.infer<typeof Claim>>> {
  const rows = (await findAssigned(db, { ids })).filter(
    ({ assigned_until: until }) => until !== null && until > now,
  )
  const admins = rows.flatMap(({ assigned_to }) => assigned_to ?? [])
  const names = new Map((await findNames(db, { ids: admins })).map(({ id, username }) => [id, username]))
  return claimsIn(rows, names, now)
}

/** The admins who review these rounds at that time, by the id of the round. */
export async function claimsOfRounds(
  db: Db,
  rounds: Assigned[],
  now: string,
): Promise<Map<string, z.infer<typeof Claim>>> {
  const admins = rounds.flatMap(({ assigned_to }) => assigned_to ?? [])
  if (admins.length === 0) return new Map()
  const names = new Map((await findNames(db, { ids: admins })).map(({ id, username }) => [id, username]))
  return claimsIn(rounds, names, now)
}

type Assigned = Pick<RoundRow, 'id' | 'assigned_to' | 'assigned_until'>

function claimsIn(rows: Assigned[], names: Map<string, string>, now: string) {
  return new Map(
    rows.flatMap(({ id, assigned_to: adminId, assigned_until: until }) => {
      const username = names.get(adminId ?? '')
      if (adminId === null || until === null || until <= now || username === undefined) return []
      return [[id, { admin: { _id: adminId, username }, until }]]
    }),
  )
}

export async function findPerson(db: Db, id: string): Promise<{ id: string; username: string } | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('users').select(['id', 'username']).where('id', '=', id).executeTakeFirst()
}

export async function writeTrusted(trx: Db, userId: string, trusted: boolean): Promise<void> {
  await trx
    .updateTable('users')
    .set({ trusted: trusted ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}
