import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { Item } from './items.queries.ts'
import { openFirstRevisions } from './revisions.ts'
import { settleMissedRounds } from './rounds.ts'

const AT_ONCE = 500

async function withoutRevision(db: Db, table: 'playlists' | 'courses'): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select(`${table}.id`)
    .where(`${table}.status`, 'in', ['pending', 'processing', 'cancel'])
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('revisions')
            .select('revisions.id')
            .whereRef('revisions.subject_id', '=', sql.ref(`${table}.id`)),
        ),
      ),
    )
    .limit(sql.lit(AT_ONCE))
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Adds the first revisions of items that are not approved and have none: what is older than the table, and what a former
 * program added during a rolling update. Gives waiting revisions without a round theirs. Returns how many it added.
 */
export async function addMissingRevisions(db: Db): Promise<number> {
  let added = 0
  for (const [table, kind] of [
    ['playlists', 'playlist'],
    ['courses', 'course'],
  ] as const satisfies [string, Item['kind']][]) {
    for (;;) {
      const ids = await withoutRevision(db, table)
      if (ids.length === 0) break
      await openFirstRevisions(db, kind, ids)
      added += ids.length
    }
  }
  await settleMissedRounds(db)
  return added
}
