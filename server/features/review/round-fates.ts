import type { DecisionState } from '#contract/review/decisions.ts'
import { FILE_FAILED, notApproved } from '#contract/review/review-messages.ts'
import type { RoundDecision } from '#contract/review/rounds.ts'
import { STILL_PREPARED } from '#contract/video/upload-messages.ts'
import type { Db } from '#server/data/database.ts'
import { contentOf } from '#server/features/catalog/versions/content.ts'
import { findVideo } from '#server/features/video/videos.queries.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Waiting } from './decide.ts'

/** What becomes of a version when its round is decided. */
export interface Fate extends Waiting {
  /** `returned`: a draft again, without a decision of its own. `failed`: the same, because its file could not be prepared. */
  to: DecisionState | 'returned' | 'failed'
}

/**
 * What a decision means for each version of a round. An approval is one of the playlist and every video that is ready; what is
 * being prepared stays. Other decisions are about the playlist and the videos with a note; without a playlist and notes, about
 * all videos. Throws `conflict` when nothing could be decided.
 */
export async function fatesOf(
  trx: Db,
  waiting: Waiting[],
  { state, notes, videos }: RoundDecision,
): Promise<Fate[]> {
  const own = new Map(videos.map((video) => [video.revisionId, video.state]))
  const noted = new Set(notes.map(({ revisionId }) => revisionId))
  const isAboutAll = noted.size === 0 && waiting.every(({ item }) => item.kind === 'course')
  const fateOf = ({ item, revision }: Waiting) =>
    isAboutAll || item.kind === 'playlist' || noted.has(revision.id) ? state : 'returned'
  const fates: Fate[] = []
  for (const each of waiting) {
    const decided = own.get(each.revision.id)
    const to = decided ?? (state === 'approved' ? await readinessOf(trx, each) : fateOf(each))
    if (to !== 'stays') fates.push({ ...each, to })
  }
  const [first] = waiting
  if (fates.length === 0 && first) throw stillPrepared(first)
  return fates
}

const stillPrepared = ({ revision }: Waiting) =>
  new AppError('conflict', notApproved(contentOf(revision).title, STILL_PREPARED))

/** An uploaded video that is being prepared stays in its round; one that failed leaves it. */
async function readinessOf(trx: Db, { revision }: Waiting): Promise<'approved' | 'stays' | 'failed'> {
  const { video } = contentOf(revision)
  if (video?.source !== 'upload') return 'approved'
  const state = (await findVideo(trx, video.key))?.state
  if (state === 'ready') return 'approved'
  return state === 'failed' ? 'failed' : 'stays'
}

/** Throws `conflict`, naming the video, when an admin approves one that nobody could watch. */
export async function checkApprovable(trx: Db, waiting: Waiting): Promise<void> {
  const readiness = await readinessOf(trx, waiting)
  if (readiness === 'stays') throw stillPrepared(waiting)
  if (readiness === 'failed')
    throw new AppError('conflict', notApproved(contentOf(waiting.revision).title, FILE_FAILED))
}
