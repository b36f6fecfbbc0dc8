import { sql } from 'kysely'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { StoredStatus } from '#server/data/schema.ts'

/** The number of playlists without a video and with this status. */
export const emptyPlaylists = prepared((db, params: Params<{ status: string }>) =>
  db
    .selectFrom('playlists')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('courses_count', '=', sql.lit(0))
    .where('status', '=', sql<StoredStatus>`${params.value('status')}`),
)
