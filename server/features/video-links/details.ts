import { z } from 'zod'
import { Id } from '#contract/id.ts'
import { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { type LinkItem, NO_DETAILS, NO_PICTURE } from '#contract/video-links/video-links.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import type { Images } from '#server/features/media/media.ts'
import { tellNotified } from '#server/features/notifications/notify.ts'
import { AppError } from '#server/http/app-error.ts'
import { enqueueAll, jobKind } from '#server/jobs/enqueue.ts'
import { recordFinding, videoIdOf } from './checks/findings.ts'
import { askAbout } from './checks/oembed.ts'
import { deleteDetails, findDetails, type VideoDetails, writeDetails } from './details.queries.ts'
import { titleOf, type VideoLine } from './pasted.ts'

const LOOKUPS_AT_ONCE = 4
const LOOKUP_LEASE = 60_000
const KEPT_MS = 24 * 3_600_000

/** Looks up one pasted line and tells the teacher. */
const LOOK_UP = jobKind(
  'video-details',
  z.object({ userId: Id, playlistId: Id, line: z.int(), video: Video, title: z.string().optional() }),
)
type Lookup = z.infer<typeof LOOK_UP.payload>

interface Site extends Pick<AppContext, 'db' | 'outside' | 'events' | 'invalidation' | 'jobs'> {
  images: Images
}

/** Registers the lookups. */
export function lookUpDetails(site: Site): void {
  site.jobs.work(LOOK_UP, (lookup, signal) => lookUp(site, lookup, signal), {
    limit: LOOKUPS_AT_ONCE,
    lease: LOOKUP_LEASE,
  })
}

/** Has the details of these lines looked up; call `jobs.wake` afterwards. */
export function enqueueLookups(db: Db, lookups: Lookup[]): Promise<void> {
  return enqueueAll(
    db,
    LOOK_UP,
    lookups.map((payload) => ({ payload })),
  )
}

async function lookUp(site: Site, lookup: Lookup, signal: AbortSignal): Promise<undefined> {
  const { userId, playlistId, line, video, title } = lookup
  const details = (await storedDetails(site.db, video)) ?? (await foundDetails(site, lookup, signal))
  const item: LinkItem = details
    ? knownItem({ line, video, title }, details)
    : unknownItem({ line, video, title })
  site.events.publish({ type: 'user', userId, event: { type: 'links', playlistId, items: [item] } })
}

async function storedDetails(db: Db, video: Video): Promise<VideoDetails | undefined> {
  return (await findDetails(db, [video])).get(videoKeyOf(video))
}

/** Asks the site of the video and stores its answer, if there is one. */
async function foundDetails(
  site: Site,
  { userId, video }: Lookup,
  signal: AbortSignal,
): Promise<VideoDetails | undefined> {
  const answer = await askAbout(site.outside, video, signal)
  if (!answer) return undefined
  const image = await storedPicture(site, { addresses: answer.pictures, ownerId: userId, signal })
  const row = {
    ...videoIdOf(video),
    finding: answer.finding,
    title: titleOf(answer.title) ?? null,
    image: image ?? null,
    duration_s: answer.duration ?? null,
    found_at: new Date().toISOString(),
  }
  const { tags, notified } = await transaction(site.db, async (trx) => {
    await writeDetails(trx, row)
    return recordFinding(trx, video, answer)
  })
  site.invalidation.invalidate(tags)
  tellNotified(site, ...notified)
  return storedDetails(site.db, video)
}

interface Wanted {
  addresses: string[]
  ownerId: string
  signal: AbortSignal
}

/** The first of these pictures that can be had, decoded and encoded again like an upload. */
async function storedPicture(
  { outside, images }: Site,
  { addresses, ownerId, signal }: Wanted,
): Promise<string | undefined> {
  for (const address of addresses) {
    const answer = await outside.get(address, signal)
    if (answer?.status !== 200) continue
    try {
      return await images.save(answer.body, { kind: 'cover', ownerId })
    } catch (error) {
      // No picture, or no room for one in the owner's quota. Anything else is tried again.
      if (!(error instanceof AppError && ['invalid', 'conflict'].includes(error.code))) throw error
    }
  }
  return undefined
}

/** Deletes details that are a day old, and their pictures where no video took them. */
export async function forgetDetails(
  { db, images }: { db: Db; images: Images },
  now = Date.now(),
): Promise<void> {
  await images.release(await deleteDetails(db, new Date(now - KEPT_MS).toISOString()))
}

/** A line whose video is known. */
export function knownItem({ line, video, ...given }: VideoLine, details: VideoDetails): LinkItem {
  const { finding, title, thumbnail, duration_s } = details
  const item = { line, ...video, title: given.title ?? title ?? video.key }
  if (finding === 'not-embeddable') {
    const message = `Line ${line}: the owner of this video does not allow it to be played on other sites.`
    return { ...item, state: 'refused', message }
  }
  if (finding === 'gone')
    return { ...item, state: 'refused', message: `Line ${line}: this video is private or was deleted.` }
  return {
    ...item,
    ...(thumbnail && { thumbnail }),
    ...(duration_s !== null && { duration: duration_s }),
    state: 'ok',
    message: thumbnail ? '' : NO_PICTURE,
  }
}

/** A line about whose video nothing could be found out. */
export function unknownItem({ line, video, title = video.key }: VideoLine): LinkItem {
  return { line, ...video, title, state: 'unknown', message: NO_DETAILS }
}
