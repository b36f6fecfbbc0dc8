import type { Kysely } from 'kysely'
import { newId } from '#server/data/ids.ts'

/** The columns of then. */
type Then = {
  captions: { id: string }
  jobs: { id: string; kind: string; payload: string; run_at: string }
}

/**
 * Captions were stored as their teachers wrote them. A job of the captions rewrites them without markup, because only the
 * program of the day can read them, and a site with many captions should not wait for it to start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const then = db.withTables<Then>()
  const some = await then.selectFrom('captions').select('id').limit(1).executeTakeFirst()
  if (!some) return
  const job = { kind: 'captions.rewrite', payload: '{"after":""}', run_at: new Date().toISOString() }
  await then
    .insertInto('jobs')
    .values({ id: newId(), ...job })
    .execute()
}
