import { z } from 'zod'
import { type Db, transaction } from '#server/data/database.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { peopleIn, recountedAt, sumWatched } from './counting.queries.ts'
import { recountLearner } from './learners.ts'

const MINUTE = 60_000
/** A playlist whose outline changes again and again is recounted once in this time. */
const EVERY = 10 * MINUTE
/** Learners that one transaction recounts. On SQLite, other writers wait for it. */
const BATCH = 200

export const RECOUNT = jobKind('figures.recount', z.object({ playlistId: z.string() }))

/** Has the learners of a playlist recounted, if it has any. */
export async function enqueueRecount(trx: Db, playlistId: string): Promise<void> {
  const last = await recountedAt(trx, playlistId)
  if (last === undefined) return
  const at = Math.max(Date.now(), last === null ? 0 : Date.parse(last) + EVERY)
  await enqueue(trx, RECOUNT, { payload: { playlistId }, at, dedupe: `${RECOUNT.name} ${playlistId}` })
}

/** Recounts every learner of a playlist. A stop between two transactions leaves nothing wrong: the job begins again. */
export async function recountPlaylist(db: Db, playlistId: string, signal?: AbortSignal): Promise<void> {
  const people = await peopleIn(db, playlistId)
  for (let start = 0; start < people.length; start += BATCH) {
    signal?.throwIfAborted()
    await transaction(db, async (trx) => {
      for (const userId of people.slice(start, start + BATCH))
        await recountLearner(trx, { playlistId, userId }, Date.now())
    })
  }
  await sumWatched(db, playlistId, new Date().toISOString())
}
