import { z } from 'zod'
import { Video } from '#contract/video/video.ts'
import type { Tags } from '#server/cache/invalidation.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { VideoCheckRow, VideoFinding } from '#server/data/video-rows.ts'
import { countDone, recountPlaylist, uncountDone } from '#server/features/catalog/playlists/counts.queries.ts'
import { type Notified, notify } from '#server/features/notifications/notify.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { coursesToMark, findCheck, markCourse, type VideoId, writeCheck } from './video-checks.queries.ts'

/** Two equal findings this far apart confirm each other. */
const CONFIRMED_AFTER_MS = 6 * 3_600_000

export function videoIdOf({ source, key, hash }: Video): VideoId {
  return { source, source_key: hash === undefined ? key : `${key}/${hash}` }
}

/**
 * Stores what a site said about a video. A first bad finding enqueues a second look; two equal ones mark the courses of the
 * video as unavailable, and a good one marks them as available at once. Returns the changed cache tags and the notified
 * teachers.
 */
export async function recordFinding(
  db: Db,
  video: Video,
  { finding, now = Date.now() }: { finding: VideoFinding; now?: number },
): Promise<Recorded> {
  const id = videoIdOf(video)
  return transaction(db, async (trx) => {
    const before = await findCheck(trx, id)
    const check = nextCheck(before, { ...id, finding, now })
    await writeCheck(trx, check)
    if (check.state === 'suspected' && check.since === check.checked_at) {
      const dedupe = `confirm ${id.source}:${id.source_key}`
      await enqueue(trx, CHECK_VIDEO, { payload: video, at: now + CONFIRMED_AFTER_MS, dedupe })
    }
    if (check.state === 'suspected') return { tags: [], notified: [] }
    return mark(trx, id, check.state === 'ok' ? null : { since: check.since, finding })
  })
}

interface Recorded {
  tags: Tags
  notified: Notified[]
}

interface Found extends VideoId {
  finding: VideoFinding
  now: number
}

function nextCheck(before: VideoCheckRow | undefined, { now, ...found }: Found): VideoCheckRow {
  const at = new Date(now).toISOString()
  const first = (state: VideoCheckRow['state']) => ({ ...found, state, since: at, checked_at: at })
  const again = (row: VideoCheckRow) => ({ ...row, ...found, checked_at: at })
  if (found.finding === 'plays') return before?.state === 'ok' ? again(before) : first('ok')
  if (before?.state === 'unavailable') return again(before)
  if (before?.state !== 'suspected' || before.finding !== found.finding) return first('suspected')
  const isConfirmed = now - Date.parse(before.since) >= CONFIRMED_AFTER_MS
  return { ...again(before), state: isConfirmed ? 'unavailable' : 'suspected' }
}

/** Since when a video cannot be played, and why. */
interface Gone {
  since: string
  finding: VideoFinding
}

/**
 * Sets or clears `unavailable_since` of all courses of the video. Notifies the teachers of courses that were available until
 * now.
 */
async function mark(trx: Db, id: VideoId, gone: Gone | null): Promise<Recorded> {
  const since = gone?.since ?? null
  const teachers = new Set((await coursesToMark(trx, id, since)).map(({ teacher_id }) => teacher_id))
  for (const teacherId of teachers) await lockToChange(trx, 'users', { id: teacherId })
  // Read again: a teacher may have replaced the video before the lock.
  const courses = await coursesToMark(trx, id, since)
  for (const course of courses) {
    await uncountDone(trx, course.id)
    await markCourse(trx, course.id, since)
    await countDone(trx, course.id)
  }
  const playlists = new Set(courses.map(({ playlist_id }) => playlist_id))
  for (const playlistId of playlists) await recountPlaylist(trx, playlistId)
  const lost = gone === null ? [] : courses.filter(({ unavailable_since }) => unavailable_since === null)
  const notified: Notified[] = []
  for (const course of lost) {
    notified.push(
      await notify(trx, {
        kind: 'video_gone',
        userIds: [course.teacher_id],
        subject: { kind: 'course', id: course.id },
        data: { finding: gone?.finding },
      }),
    )
  }
  return { tags: [...courses.map((course) => course.id), ...playlists], notified }
}

/** Checks one video soon. */
export const CHECK_VIDEO = jobKind('video-check', Video)

/** Walks through all approved courses once a day; `after` is the last course that was looked at. */
export const CHECK_ALL_VIDEOS = jobKind('video-checks', z.object({ after: z.string() }))
