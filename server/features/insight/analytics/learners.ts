import type { Learner, LearnersReply } from '#contract/insight/analytics.ts'
import type { LearnerSort } from '#contract/insight/analytics-choices.ts'
import type { Db } from '#server/data/database.ts'
import type { Direction } from '#server/data/keyset.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { PLAYLIST_NOT_FOUND } from '#server/features/catalog/playlists/visibility.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { AppError } from '#server/http/app-error.ts'
import { learnerList, learnersAmong, readSumsOf } from './analytics.queries.ts'
import { hiddenCount } from './figures.ts'

export interface LearnersRequest {
  sort?: LearnerSort | undefined
  order?: Direction | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** A page of the learners of a playlist who have agreed to be named. */
export async function listLearners(
  db: Db,
  playlistId: string,
  { sort = 'last', order, q, ...page }: LearnersRequest,
): Promise<LearnersReply> {
  const sums = await readSumsOf(db, playlistId)
  if (!sums) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  const filter = { playlistId, ...(q && { nameBegins: sortKey(q) }) }
  const { ids, nextCursor } = await learnerList.page(db, filter, { sort, direction: order, ...page })
  const [rows, found] = await Promise.all([
    ids.length === 0 ? [] : learnersAmong(db, { playlistId, ids }),
    q ? learnerList.count(db, filter) : (sums.named ?? 0),
  ])
  const learners = new Map(
    rows.map((row): [string, Learner] => [
      row.id,
      {
        user: { _id: row.id, username: row.username, profilePhoto: imageRef(row) },
        done: row.done_count,
        of: sums.lessons,
        lastDay: row.last_day,
        firstDay: row.first_day,
        finishedOn: row.finished_on,
      },
    ]),
  )
  return {
    learners: ids.flatMap((id) => learners.get(id) ?? []),
    hidden: hiddenCount(sums),
    total: Number(found),
    nextCursor,
  }
}
