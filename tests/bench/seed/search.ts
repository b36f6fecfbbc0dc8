import { sql } from 'kysely'
import { type Database, transaction } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { createProgress } from './progress.ts'

/** As the product makes it anew. */
export async function fillSearchIndex(db: Database): Promise<void> {
  const { playlists } = await db
    .selectFrom('playlists')
    .select(({ fn }) => fn.countAll<number>().as('playlists'))
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow()
  const progress = createProgress('search index', playlists)
  let seen = 0
  await transaction(db, async (trx) => {
    // `passages` was empty when it was analyzed, so each check of a reference to it would read all of it.
    if (isPostgres(trx)) await sql`set local enable_seqscan = off`.execute(trx)
    await rebuildSearchIndex(trx, (done) => {
      progress.move(done - seen)
      seen = done
    })
  })
  progress.done()
}
