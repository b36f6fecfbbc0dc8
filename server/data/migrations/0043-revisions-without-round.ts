import { type Kysely, sql } from 'kysely'
import { createIndexes } from './baseline/columns.ts'

/** Finds what waits without a round. Each start asks for it, and nearly always there is nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexes(db, 'revisions', {
    revisions_without_round: {
      columns: ['playlist_id', 'teacher_id'],
      where: sql`state not in ('draft', 'approved', 'changes', 'rejected', 'withdrawn') and round_id is null`,
    },
  })
}
