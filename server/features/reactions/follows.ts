import type { Following } from '#contract/reactions/follows.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { changeFollowersCount } from '#server/features/catalog/playlists/counts.queries.ts'
import { visiblePlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { deleteFollow, insertFollow, readFollowing, type Target } from './follows.queries.ts'

/** Does nothing if the viewer already follows the target. Throws `not_found` when the playlist was hidden meanwhile. */
export async function follow(db: Db, viewer: Viewer, target: Target): Promise<Following> {
  return transaction(db, async (trx) => {
    await lockTarget(trx, viewer, target)
    await changeFollowersCount(trx, target, await insertFollow(trx, viewer.id, target))
    return readFollowing(trx, viewer)
  })
}

export async function unfollow(db: Db, viewer: Viewer, target: Target): Promise<Following> {
  return transaction(db, async (trx) => {
    await changeFollowersCount(trx, target, -(await deleteFollow(trx, viewer.id, target)))
    return readFollowing(trx, viewer)
  })
}

/** Keeps the target from being deleted or hidden before the transaction ends. */
async function lockTarget(trx: Db, viewer: Viewer, target: Target): Promise<void> {
  if ('teacherId' in target) await lockToChange(trx, 'users', { id: target.teacherId })
  else await visiblePlaylist(trx, viewer, { playlistId: target.playlistId, lock: 'change' })
}
