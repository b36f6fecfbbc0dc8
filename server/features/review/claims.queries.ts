import type { z } from 'zod'
import type { Claim } from '#contract/review.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const claims = prepared((db, params: Params<{ ids: string[]; now: string }>) =>
  db
    .selectFrom('playlists')
    .innerJoin('users', 'users.id', 'playlists.assigned_to')
    .select(['playlists.id', 'playlists.assigned_until as until', 'users.id as admin_id', 'users.username'])
    .where(params.among('playlists.id', 'ids'))
    .where('playlists.assigned_until', '>', params.value('now'))
    .unionAll(
      db
        .selectFrom('courses')
        .innerJoin('users', 'users.id', 'courses.assigned_to')
        .select(['courses.id', 'courses.assigned_until as until', 'users.id as admin_id', 'users.username'])
        .where(params.among('courses.id', 'ids'))
        .where('courses.assigned_until', '>', params.value('now')),
    ),
)

/** Who reviews these items at that time, by the id of the item. */
export async function claimsOf(
  db: Db,
  ids: string[],
  now: string,
): Promise<Map<string, z.infer<typeof Claim>>> {
  const rows = await claims(db, { ids, now })
  return new Map(
    rows.map(({ id, until, admin_id, username }) => [
      id,
      { admin: { _id: admin_id, username }, until: until ?? now },
    ]),
  )
}
