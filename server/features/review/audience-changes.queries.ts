import { sql } from 'kysely'
import { z } from 'zod'
import { VISIBILITIES } from '#contract/catalog/visibility.ts'
import type { AudienceChange } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'

/** How many the history shows. */
const CHANGES_MAX = 100

const Detail = z.object({ to: z.enum(VISIBILITIES) })

/** The newest changes of who can see a playlist, newest first. */
export async function audienceChanges(db: Db, playlistId: string): Promise<AudienceChange[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.id', 'audit.at', 'audit.detail', 'users.id as user_id', 'users.username'])
    .where('audit.subject', '=', playlistId)
    // As in the index audit_visibility.
    .where(sql<boolean>`audit.action = 'playlist.visibility'`)
    .orderBy('audit.id', 'desc')
    .limit(CHANGES_MAX)
    .execute()
  return rows.map(({ id, at, detail, user_id, username }) => ({
    _id: id,
    at,
    user: user_id === null || username === null ? null : { _id: user_id, username },
    visibility: Detail.parse(JSON.parse(detail)).to,
  }))
}
