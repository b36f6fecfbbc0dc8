import { isHosted, type Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { videoOf } from '#server/features/catalog/courses/video-columns.ts'
import { coursesTotal } from '#server/features/catalog/playlists/totals.ts'
import { tellNotified } from '#server/features/notifications/notify.ts'
import { enqueue, enqueueAll } from '#server/jobs/enqueue.ts'
import { CHECK_ALL_VIDEOS, CHECK_VIDEO, recordFinding, videoIdOf } from './findings.ts'
import { askAbout } from './oembed.ts'
import { findCheck, findChecks, nextCourses, videoOfCourse } from './video-checks.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const STEP_EVERY = 15 * MINUTE
const STEPS_A_DAY = (24 * HOUR) / STEP_EVERY
/** A video that was checked this lately is left out of the walk; several courses may show it. */
const CHECKED_LATELY = 12 * HOUR
/** So often a reported video is checked at most. */
const REPORTED_AGAIN_AFTER = 10 * MINUTE
const CHECKS_AT_ONCE = 4
const CHECK_LEASE = MINUTE
const FIRST_STEP = 10 * MINUTE

type Site = Pick<AppContext, 'db' | 'events' | 'outside' | 'invalidation' | 'jobs'>

/** Registers the checks: the daily walk through all approved courses, a share of them each quarter of an hour, and single ones. */
export function checkVideos(site: Site): void {
  const { jobs } = site
  jobs.work(CHECK_VIDEO, (video, signal) => check(site, video, signal), {
    limit: CHECKS_AT_ONCE,
    lease: CHECK_LEASE,
  })
  jobs.work(CHECK_ALL_VIDEOS, ({ after }) => enqueueShare(site, after), {
    limit: 1,
    lease: 5 * MINUTE,
    recurring: { first: FIRST_STEP, every: STEP_EVERY, payload: { after: '' } },
  })
}

/** An answer that says nothing, or none at all, changes nothing. */
async function check(
  { db, events, jobs, outside, invalidation }: Site,
  video: Video,
  signal: AbortSignal,
): Promise<undefined> {
  const answer = await askAbout(outside, video, signal)
  if (!answer) return
  const { tags, notified } = await recordFinding(db, video, answer)
  invalidation.invalidate(tags)
  tellNotified({ events, jobs }, ...notified)
}

/** Enqueues the checks of the next courses, so that all have their turn within a day. */
async function enqueueShare({ db, outside, jobs }: Site, after: string): Promise<{ after: string }> {
  if (!outside.isOn) return { after }
  const count = Math.ceil((await coursesTotal(db, { status: 'approved' })) / STEPS_A_DAY) + 1
  const courses = await nextCourses(db, { after, count })
  const lately = new Date(Date.now() - CHECKED_LATELY).toISOString()
  const due = courses.filter(({ checked_at }) => checked_at === null || checked_at < lately)
  await enqueueAll(db, CHECK_VIDEO, due.map(videoOf).filter(isHosted).map(checkOf))
  jobs.wake()
  return { after: courses.length < count ? '' : (courses.at(-1)?.id ?? '') }
}

function checkOf(video: Video) {
  const { source, source_key } = videoIdOf(video)
  return { payload: video, dedupe: `check ${source}:${source_key}` }
}

/** Has a video checked soon; not if that was done just now. Call `jobs.wake` after the commit. */
export async function checkSoon(db: Db, video: Video): Promise<void> {
  // Nobody else can take an uploaded video away.
  if (!isHosted(video)) return
  const last = await findCheck(db, videoIdOf(video))
  if (last && Date.parse(last.checked_at) > Date.now() - REPORTED_AGAIN_AFTER) return
  await enqueue(db, CHECK_VIDEO, checkOf(video))
}

/** The same for the video of a course, which somebody says does not play. */
export async function checkCourseSoon(db: Db, courseId: string): Promise<void> {
  const columns = await videoOfCourse(db, courseId)
  if (columns) await checkSoon(db, videoOf(columns))
}

/** Those of these videos, by `videoKeyOf`, that did not play at their last check. Videos without a check are not among them. */
export async function failingAmong(db: Db, videos: Video[]): Promise<ReadonlySet<string>> {
  if (videos.length === 0) return new Set()
  const checks = await findChecks(
    db,
    videos.map((video) => videoIdOf(video).source_key),
  )
  const failing = videos.filter((video) => {
    const { source, source_key } = videoIdOf(video)
    const last = checks.find((check) => check.source === source && check.source_key === source_key)
    return last !== undefined && last.finding !== 'plays'
  })
  return new Set(failing.map(videoKeyOf))
}
