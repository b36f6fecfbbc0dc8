import type { Db } from '#server/data/database.ts'
import type { LearnerRow } from '#server/data/insight-rows.ts'
import { dateIn, SITE_TIME_ZONE } from '#server/data/time-zones.ts'
import { deleteLearner, progressInPlaylist, readFacts, writeLearner } from './counting.queries.ts'
import { isLearner } from './course-counts.ts'

interface OfLearner {
  playlistId: string
  userId: string
}

/** The day of a time, on the site. A time after now is a clock that was set back: then it is today. */
export const siteDay = (time: string, now: number): string =>
  dateIn(SITE_TIME_ZONE, Math.min(Date.parse(time), now))

/** Whether teachers may see the name: the person was told, and hides neither the progress nor the profile. */
export const isNamed = (user: {
  progress_told_at: string | null
  progress_shown: number
  profile_private: number
}): boolean => user.progress_told_at !== null && user.progress_shown === 1 && user.profile_private === 0

interface Recounted {
  /** The person has become a learner with this. */
  isNew: boolean
  hasFinished: boolean
}

/** Writes the row of a learner anew from their progress in the playlist, or deletes it. */
export async function recountLearner(trx: Db, key: OfLearner, now: number): Promise<Recounted> {
  const facts = await readFacts(trx, key)
  if (!facts) return { isNew: false, hasFinished: false }
  const progress = facts.teacher_id === key.userId ? [] : await progressInPlaylist(trx, key)
  const learner = learnerOf(facts, progress, now)
  if (learner) await writeLearner(trx, { playlist_id: key.playlistId, user_id: key.userId, ...learner })
  else if (facts.first_day !== null) await deleteLearner(trx, key)
  return {
    isNew: learner !== undefined && facts.first_day === null,
    hasFinished: facts.finished_on === null && learner?.finished_on != null,
  }
}

type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>
type Progress = Awaited<ReturnType<typeof progressInPlaylist>>

/** The row of a person, or `undefined` while they are no learner. */
function learnerOf(
  facts: Facts,
  progress: Progress,
  now: number,
): Omit<LearnerRow, 'playlist_id' | 'user_id'> | undefined {
  const done = progress.filter(({ done_at }) => done_at !== null)
  const seconds = progress.reduce((sum, { watched_s }) => sum + watched_s, 0)
  const [latest] = progress.map(({ updated_at }) => updated_at).toSorted((a, b) => b.localeCompare(a))
  if (latest === undefined || !isLearner({ seconds, done: done.length > 0 })) return undefined
  const lastDay = siteDay(latest, now)
  const furthest = progress.findLast(({ watched_s, done_at }) => watched_s > 0 || done_at !== null)
  return {
    name_key: facts.username_key,
    named: isNamed(facts) ? 1 : 0,
    first_day: facts.first_day ?? lastDay,
    last_day: lastDay,
    done_count: done.length,
    furthest_course_id: furthest?.id ?? null,
    finished_on: facts.finished_on ?? (isFinished(facts, done) ? lastDay : null),
  }
}

/** Every public video that can be played is done. */
function isFinished({ approved_courses_count, unavailable_count }: Facts, done: Progress): boolean {
  const toDo = approved_courses_count - unavailable_count
  return toDo > 0 && done.filter(({ unavailable_since }) => unavailable_since === null).length >= toDo
}
