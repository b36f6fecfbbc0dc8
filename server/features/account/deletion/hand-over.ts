import { CHOOSE_TEACHER } from '#contract/people/people-words.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Db } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { recountTeacher } from '#server/features/catalog/playlists/counts.queries.ts'
import {
  type HandOver,
  lockPlaylistsOf,
  movePlaylists,
} from '#server/features/catalog/playlists/hand-over.queries.ts'
import { moveTrash } from '#server/features/catalog/trash/trash.queries.ts'
import { moveVersions } from '#server/features/catalog/versions/rounds.queries.ts'
import { movePictures } from '#server/features/media/media.queries.ts'
import { moveVideos } from '#server/features/video/uploads.queries.ts'
import { invalid } from '#server/http/app-error.ts'
import { isActiveTeacher } from './deletion.queries.ts'

/**
 * Gives all playlists of a teacher to another one, with what is in the trash, in the transaction of the caller, which has locked
 * both accounts. Learners keep what they have; a quota or a number of playlists that is exceeded by it only stops new ones.
 */
export async function handOver(
  trx: Db,
  { from, to }: HandOver,
  { adminId, meta }: { adminId: string; meta: RequestMeta },
): Promise<void> {
  if (from === to || !(await isActiveTeacher(trx, to))) throw invalid('playlistsTo', CHOOSE_TEACHER)
  const playlistIds = await lockPlaylistsOf(trx, from)
  for (const move of [movePlaylists, moveVersions, moveTrash, moveVideos, movePictures])
    await move(trx, { from, to })
  await recountTeacher(trx, from)
  await recountTeacher(trx, to)
  await emit(trx, 'playlists.handedOver', { playlistIds, from, to })
  const detail = { to, playlists: playlistIds.length }
  await audit(trx, meta, { action: 'playlists.handedOver', actorId: adminId, subject: from, detail })
}
