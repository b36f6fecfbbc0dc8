import type { Kysely } from 'kysely'
import { writeVtt } from '#contract/captions-file.ts'
import { readCaptions } from '#server/features/captions/import/read-captions.ts'
import { newId } from '../ids.ts'

/** The columns of then. */
type Then = {
  captions: { id: string; vtt: string; cues_count: number; searched_in: string | null }
  passages: { captions_id: string }
  jobs: { id: string; kind: string; payload: string; run_at: string }
}

const AT_ONCE = 100

/** Captions were stored as their teachers wrote them. Now the stored form has no markup, and the search reads them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const then = db.withTables<Then>()
  for (let after = ''; ; ) {
    const rows = await then
      .selectFrom('captions')
      .select(['id', 'vtt'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const row of rows) await rewrite(then, row)
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? ''
  }
}

async function rewrite(then: Kysely<Then>, { id, vtt: stored }: { id: string; vtt: string }): Promise<void> {
  const read = readCaptions(stored)
  if (read.error !== undefined) return
  const vtt = writeVtt(read.cues)
  if (vtt === stored) return
  const changes = { vtt, cues_count: read.cues.length, searched_in: null }
  await then.updateTable('captions').set(changes).where('id', '=', id).execute()
  await then.deleteFrom('passages').where('captions_id', '=', id).execute()
  const job = {
    kind: 'passages',
    payload: JSON.stringify({ captionsId: id }),
    run_at: new Date().toISOString(),
  }
  await then
    .insertInto('jobs')
    .values({ id: newId(), ...job })
    .execute()
}
