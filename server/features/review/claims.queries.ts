import type { z } from 'zod'
import type { Claim } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const assigned = prepared((db, params: Params<{ ids: string[] }>) =>
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

const namesOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('users').select(['id', 'username']).where(params.among('id', 'ids')),
)

/** Who reviews these items at that time, by the id of the item. */
export async function claimsOf(
  db: Db,
  ids: string[],
  now: string,
): Promise<Map<string, z.infer<typeof Claim>>> {
  const rows = (await assigned(db, { ids })).filter(
    ({ assigned_until: until }) => until !== null && until > now,
  )
  const admins = rows.flatMap(({ assigned_to }) => assigned_to ?? [])
  const names = new Map((await namesOf(db, { ids: admins })).map(({ id, username }) => [id, username]))
  return new Map(
    rows.flatMap(({ id, assigned_to: adminId, assigned_until: until }) => {
      const username = names.get(adminId ?? '')
      if (adminId === null || until === null || username === undefined) return []
      return [[id, { admin: { _id: adminId, username }, until }]]
    }),
  )
}
