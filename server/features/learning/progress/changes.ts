import type { CourseProgress } from '#contract/learning/progress.ts'
import type { ProgressRow } from '#server/data/learning-rows.ts'
import type { CourseRow } from '#server/data/schema.ts'
import { storedCorrections } from '#server/features/catalog/courses/detail-columns.ts'

/** A user who watched less of a video is not told that it has changed. */
const WATCHED_S = 30

/** A course with the progress of a user, if there is any. */
interface ChangedRow
  extends Pick<CourseRow, 'changed_at' | 'changed_what'>,
    Pick<ProgressRow, 'done_at' | 'change_seen_at'> {
  /** Where the course has changed since the last save. */
  corrections: string | null
  updated_at: string | null
  watched_s: number | null
}

const NOTHING = { changed: null, changedAt: [] }

/** The last save or confirmation of a user who watched enough of the course; `undefined` for others. */
function seenUntil({ updated_at, change_seen_at, done_at, watched_s }: ChangedRow): string | undefined {
  if (updated_at === null || (done_at === null && (watched_s ?? 0) < WATCHED_S)) return undefined
  return change_seen_at !== null && change_seen_at > updated_at ? change_seen_at : updated_at
}

/** What has changed in a course since its learner last saved progress or confirmed a change. */
export function changeOf(
  row: ChangedRow,
  /** Whether the progress is that of the video that is online. */
  isCurrent: boolean,
): Pick<CourseProgress, 'changed' | 'changedAt'> {
  const { changed_at, changed_what, corrections } = row
  const since = seenUntil(row)
  if (since === undefined || changed_at === null || changed_at <= since) return NOTHING
  if (changed_what === 'video' || !isCurrent) return { changed: 'video', changedAt: [] }
  const added = storedCorrections(corrections).filter(({ addedAt }) => addedAt > since)
  return added.length === 0 ? NOTHING : { changed: 'corrections', changedAt: added.map(({ at }) => at) }
}
