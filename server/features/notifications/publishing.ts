import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { deliver, type Notice, tellNotified } from './notify.ts'
import { type Audience, nextRecipients, publicAmong, teacherOfListed } from './publishing.queries.ts'

const Published = z.object({
  playlistId: z.string(),
  /** Whether the playlist itself is new, with all its courses. */
  isNew: z.boolean(),
  /** The courses that are new. */
  courses: z.array(z.string()),
  /** Where the previous job stopped. */
  next: z.object({ audience: z.int(), after: z.string() }).optional(),
})
export type Published = z.infer<typeof Published>

const PUBLISHED = jobKind('notify-followers', Published)

/** Users per transaction. On SQLite, other writers wait for each transaction. */
const BATCH = 500
/** After so many batches a job enqueues another one for the rest, so that a short lease is enough. */
const BATCHES_A_JOB = 40
const LEASE_MS = 60_000

/** Enqueues the job that notifies followers. Call it in the transaction that makes something public for the first time. */
export async function enqueueNotices(trx: Db, published: Published): Promise<void> {
  await enqueue(trx, PUBLISHED, { payload: published })
}

type Site = Pick<AppContext, 'db' | 'events' | 'jobs'>

export function notifyFollowers(site: Site): void {
  site.jobs.work(PUBLISHED, (published, signal) => notifyBatchOfFollowers(site, published, signal), {
    limit: 1,
    lease: LEASE_MS,
  })
}

/**
 * Notifies the followers who may see the playlist, in batches. Skips courses that were hidden again. A second run adds nothing, because a user has one
 * notification for each dedupe key.
 */
export async function notifyBatchOfFollowers(
  { db, events, jobs }: Site,
  published: Published,
  signal: AbortSignal,
): Promise<undefined> {
  const { audiences, notice } = (await whatToTell(db, published)) ?? { audiences: [], notice: undefined }
  let { audience: index, after } = published.next ?? { audience: 0, after: '' }
  for (let batches = 1; notice; batches += 1) {
    signal.throwIfAborted()
    const audience = audiences[index]
    if (!audience) return
    const batch = await transaction(db, async (trx) => {
      const recipients = await nextRecipients(trx, audience, { after, count: BATCH })
      const others = recipients.filter(({ id, maySee }) => maySee && id !== notice.actorId)
      const notified = await deliver(trx, { kind: audience.kind, ...notice }, others)
      const isLast = recipients.length < BATCH
      const next = isLast
        ? { audience: index + 1, after: '' }
        : { audience: index, after: recipients.at(-1)?.id ?? '' }
      const isLeft = batches === BATCHES_A_JOB
      if (isLeft) await enqueueNotices(trx, { ...published, next })
      return { notified, next, isLeft }
    })
    tellNotified({ events, jobs }, batch.notified)
    if (batch.isLeft) {
      jobs.wake()
      return
    }
    index = batch.next.audience
    after = batch.next.after
  }
}

interface WhatToTell {
  audiences: Audience[]
  notice: Omit<Notice, 'kind'> & { actorId: string }
}

/** Returns `undefined` if nothing of it is in lists any more. */
async function whatToTell(
  db: Db,
  { playlistId, isNew, courses }: Published,
): Promise<WhatToTell | undefined> {
  const teacherId = await teacherOfListed(db, playlistId)
  if (teacherId === undefined) return undefined
  const playlist = { kind: 'playlist', id: playlistId } as const
  const common = { actorId: teacherId, group: playlistId }
  const open = await publicAmong(db, playlistId, courses)
  const kinds = ['video_followed', 'video_saved'] as const
  const ofPlaylist = kinds.map((kind) => ({ kind, playlistId }))
  if (isNew) {
    // Users may follow or save it while it has no public video; those who follow its teacher, too, are notified once.
    const notice = {
      ...common,
      subject: playlist,
      data: { videos: open.length },
      dedupe: `new ${playlistId}`,
    }
    return { audiences: [{ kind: 'playlist_new', teacherId, playlistId }, ...ofPlaylist], notice }
  }
  const [first] = open
  if (first === undefined) return undefined
  const notice = {
    ...common,
    subject: open.length === 1 ? ({ kind: 'course', id: first } as const) : playlist,
    data: { videos: open.length },
    dedupe: `new ${courses[0]}`,
  }
  return { audiences: ofPlaylist, notice }
}
