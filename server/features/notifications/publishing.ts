import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { jobKind } from '#server/jobs/kind.ts'
import { deliver, type Notice, tellNotified } from './notify.ts'
import { type Audience, nextRecipients, publicAmong, teacherOfPublic } from './publishing.queries.ts'

const Published = z.object({
  playlistId: z.string(),
  /** Whether the playlist itself is new, with all that is in it. */
  isNew: z.boolean(),
  /** The new courses of a playlist that is not. */
  courses: z.array(z.string()),
})
export type Published = z.infer<typeof Published>

const PUBLISHED = jobKind('notify-followers', Published)

/** Users in one transaction: other writers wait for it on SQLite. */
const BATCH = 500
const LEASE_MS = 10 * 60_000

/** Notifies those who follow, in a job; call it in the transaction that makes something public for the first time. */
export async function enqueueNotices(trx: Db, published: Published): Promise<void> {
  await enqueue(trx, PUBLISHED, { payload: published })
}

type Site = Pick<AppContext, 'db' | 'events' | 'jobs'>

export function notifyFollowers(site: Site): void {
  site.jobs.work(PUBLISHED, (published, signal) => tellFollowers(site, published, signal), {
    limit: 1,
    lease: LEASE_MS,
  })
}

/** What was hidden again meanwhile is left out. A second run writes nothing twice, because each user has one of each key. */
export async function tellFollowers(
  site: Site,
  published: Published,
  signal: AbortSignal,
): Promise<undefined> {
  const { playlistId, isNew } = published
  const teacherId = await teacherOfPublic(site.db, playlistId)
  if (teacherId === undefined) return
  if (isNew) {
    const subject = { kind: 'playlist', id: playlistId } as const
    const notice = { actorId: teacherId, subject, group: playlistId, dedupe: `new ${playlistId}` }
    await tellAll(site, { kind: 'playlist_new', teacherId }, notice, signal)
    return
  }
  const courses = await publicAmong(site.db, playlistId, published.courses)
  const [first] = courses
  if (first === undefined) return
  const notice = {
    actorId: teacherId,
    subject:
      courses.length === 1
        ? ({ kind: 'course', id: first } as const)
        : ({ kind: 'playlist', id: playlistId } as const),
    group: playlistId,
    data: { videos: courses.length },
    dedupe: `new ${published.courses[0]}`,
  }
  for (const kind of ['video_followed', 'video_saved'] as const)
    await tellAll(site, { kind, playlistId }, notice, signal)
}

// biome-ignore lint/complexity/useMaxParams: what, to whom, and until when
async function tellAll(
  site: Site,
  audience: Audience,
  notice: Omit<Notice, 'kind'> & { actorId: string },
  signal: AbortSignal,
): Promise<void> {
  let after = ''
  for (;;) {
    signal.throwIfAborted()
    const { notified, recipients } = await transaction(site.db, async (trx) => {
      const recipients = await nextRecipients(trx, audience, { after, count: BATCH })
      const others = recipients.filter(({ id }) => id !== notice.actorId)
      return { recipients, notified: await deliver(trx, { kind: audience.kind, ...notice }, others) }
    })
    tellNotified(site, notified)
    if (recipients.length < BATCH) return
    after = recipients.at(-1)?.id ?? ''
  }
}
