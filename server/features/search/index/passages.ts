import { z } from 'zod'
import { readVtt } from '#contract/captions/captions-file.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { enqueueAll, jobKind } from '#server/jobs/enqueue.ts'
import { mergeWhole } from './full-text.queries.ts'
import {
  captionsAfter,
  deletePassages,
  enterPassages,
  findSearchable,
  markSearched,
  type NewPassage,
  staleCaptions,
} from './passages.queries.ts'
import { wordsIn } from './words.ts'

/** Brings what the search finds of some captions up to date. */
export const INDEX_PASSAGES = jobKind('passages', z.object({ captionsId: z.string() }))

/** Seconds; a passage ends with the cue that reaches them. */
const PASSAGE_LENGTH = 30
const MINUTE = 60_000
const CAPTIONS_AT_ONCE = 100

/**
 * Call it in the transaction that adds captions or changes their text: the search forgets the former text at once, and a job
 * indexes the new one. Call `jobs.wake` after the commit.
 */
export async function renewPassages(trx: Db, captionsId: string): Promise<void> {
  await clear(trx, captionsId)
  await enqueueAll(trx, INDEX_PASSAGES, [{ payload: { captionsId } }])
}

/** Enqueues the captions of these playlists whose courses have become visible or hidden, have moved or have another audience. */
export async function enqueueStalePassages(trx: Db, playlistIds: string[]): Promise<void> {
  const stale = await staleCaptions(trx, playlistIds)
  if (stale.length === 0) return
  await enqueueAll(
    trx,
    INDEX_PASSAGES,
    stale.map((captionsId) => ({ payload: { captionsId } })),
  )
}

/** Registers the job. What it changes shows up in searches of visitors, too. */
export function indexPassages({
  db,
  jobs,
  invalidation,
}: Pick<AppContext, 'db' | 'jobs' | 'invalidation'>): void {
  jobs.work(
    INDEX_PASSAGES,
    async ({ captionsId }) => {
      if (await transaction(db, (trx) => reindexCaptions(trx, captionsId)))
        invalidation.invalidate('everything')
      return
    },
    { limit: 1, lease: 2 * MINUTE },
  )
}

/** Indexes all captions anew; call it in a transaction. */
export async function rebuildPassages(trx: Db): Promise<void> {
  let after = ''
  for (;;) {
    const ids = await captionsAfter(trx, { after, limit: CAPTIONS_AT_ONCE })
    for (const id of ids) {
      await clear(trx, id)
      await reindexCaptions(trx, id)
    }
    after = ids.at(-1) ?? ''
    if (ids.length < CAPTIONS_AT_ONCE) break
  }
  await mergeWhole(trx, 'passages')
}

async function clear(trx: Db, captionsId: string): Promise<void> {
  await deletePassages(trx, captionsId)
  await markSearched(trx, captionsId, null)
}

/** Cuts captions into passages if their course is approved, and removes those of a hidden one. Gives whether anything changed. */
export async function reindexCaptions(trx: Db, captionsId: string): Promise<boolean> {
  const captions = await findSearchable(trx, captionsId)
  if (!captions || captions.searched_in === captions.found_in) return false
  const { course_id, found_in, vtt } = captions
  await deletePassages(trx, captionsId)
  await markSearched(trx, captionsId, found_in)
  if (found_in === null) return true
  const read = readVtt(vtt)
  const cues = read.map(({ start, text }) => ({ start: Math.floor(start), text: oneLine(text) }))
  const ends = read.map(({ end }) => Math.ceil(end))
  await enterPassages(trx, { course_id, found_in, captionsId, passages: cutPassages(cues, ends) })
  return true
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Passages of about 30 seconds, cut between cues. Those without a word are left out. */
function cutPassages(cues: { start: number; text: string }[], ends: number[]): NewPassage[] {
  const groups: { start: number; end: number; cues: [number, string][] }[] = []
  for (const [index, { start, text }] of cues.entries()) {
    const last = groups.at(-1)
    const end = ends[index] ?? start
    if (last && start - last.start < PASSAGE_LENGTH) {
      last.cues.push([start, text])
      last.end = Math.max(last.end, end)
    } else groups.push({ start, end, cues: [[start, text]] })
  }
  return groups
    .map(({ start, end, cues: lines }) => ({
      start,
      end,
      words: wordsIn(lines.map(([, text]) => text).join(' ')),
      cues: JSON.stringify(lines),
    }))
    .filter(({ words }) => words.length > 0)
}
