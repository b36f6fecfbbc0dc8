import { z } from 'zod'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { replaceText, storedAfter } from './captions.queries.ts'
import { readCaptions } from './import/read-captions.ts'

/** Migration 0029 adds the first of these jobs. Each rewrites some captions after that id and adds the next job. */
const REWRITE = jobKind('captions.rewrite', z.object({ after: z.string() }))

const AT_ONCE = 100
const MINUTE = 60_000

/** Registers the job that gives captions of older versions the form that is stored today. */
export function rewriteStoredCaptions({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  jobs.work(
    REWRITE,
    async ({ after }) => {
      const rows = await storedAfter(db, { after, limit: AT_ONCE })
      for (const row of rows) await rewrite(db, row)
      const last = rows.at(-1)
      if (!last) return
      await enqueue(db, REWRITE, { payload: { after: last.id } })
      jobs.wake()
      return
    },
    { limit: 1, lease: 2 * MINUTE, renews: true },
  )
}

/** Leaves captions that have the stored form, such as those that a teacher has saved since, and those that it cannot read. */
async function rewrite(db: Db, { id, vtt: former }: { id: string; vtt: string }): Promise<void> {
  if (writeVtt(readVtt(former)) === former) return
  const read = readCaptions(former)
  if (read.error !== undefined) return
  const { cues } = read
  await transaction(db, async (trx) => {
    const isReplaced = await replaceText(trx, { id, former, vtt: writeVtt(cues), cuesCount: cues.length })
    if (isReplaced) await emit(trx, 'captions.changed', { captionsId: id })
  })
}
