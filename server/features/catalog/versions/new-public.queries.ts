import type { Db } from '#server/data/database.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import type { PlaylistRow } from '#server/data/schema.ts'
import { emit } from '#server/events.ts'

/** Returns `undefined` unless the playlist is approved. */
export async function approvedPlaylist(
  trx: Db,
  id: string,
): Promise<Pick<PlaylistRow, 'announced_at' | 'approved_courses_count' | 'shown'> | undefined> {
  return trx
    .selectFrom('playlists')
    .select(['announced_at', 'approved_courses_count', 'shown'])
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .executeTakeFirst()
}

/** Returns `undefined` unless the playlist is approved and in the lists of some: what has only a link is announced to nobody. */
export async function listedPlaylist(trx: Db, id: string): ReturnType<typeof approvedPlaylist> {
  const playlist = await approvedPlaylist(trx, id)
  return playlist?.shown === 'unlisted' ? undefined : playlist
}

const updateAnnounced = prepared((db, params: Params<{ playlistId: string; at: string }>) =>
  db
    .updateTable('courses')
    .set({ announced_at: params.value('at') })
    .where('playlist_id', '=', params.value('playlistId'))
    .where('status', '=', 'approved')
    .where('announced_at', 'is', null)
    .returning('id'),
)

const updateNewest = preparedChange((db, params: Params<{ playlistId: string; at: string }>) =>
  db
    .updateTable('playlists')
    .set({ newest_at: params.value('at') })
    .where('id', '=', params.value('playlistId')),
)

/** Marks the courses that are listed for the first time. Returns their ids, oldest first. */
export async function markCoursesAnnounced(trx: Db, playlistId: string, at: string): Promise<string[]> {
  const rows = await updateAnnounced(trx, { playlistId, at })
  if (rows.length > 0) await updateNewest(trx, { playlistId, at })
  return rows.map(({ id }) => id).toSorted()
}

/** Marks everything approved as announced, for demo content and the bench. */
export async function markAllAnnounced(db: Db): Promise<void> {
  await db
    .updateTable('playlists')
    .set(({ ref }) => ({ announced_at: ref('updated_at') }))
    .where('status', '=', 'approved')
    .execute()
  await db
    .updateTable('courses')
    .set(({ ref }) => ({ announced_at: ref('updated_at') }))
    .where('status', '=', 'approved')
    .execute()
  await db
    .updateTable('playlists')
    .set(({ selectFrom }) => ({
      newest_at: selectFrom('courses')
        .select(({ fn }) => fn.max('courses.announced_at').as('at'))
        .whereRef('courses.playlist_id', '=', 'playlists.id'),
    }))
    .execute()
}

export async function markPlaylistAnnounced(trx: Db, id: string, at: string): Promise<void> {
  await trx.updateTable('playlists').set({ announced_at: at }).where('id', '=', id).execute()
}

/**
 * Enqueues the notifications of followers about a playlist that is listed for the first time with a video, or about its new
 * courses. A playlist or course that was listed before is not new, whoever found it. Call it after the counts are right.
 */
export async function announceNew(trx: Db, playlistId: string): Promise<void> {
  const playlist = await listedPlaylist(trx, playlistId)
  if (!playlist) return
  const at = new Date().toISOString()
  const courses = await markCoursesAnnounced(trx, playlistId, at)
  const isNew = playlist.announced_at === null && playlist.approved_courses_count > 0
  if (isNew) await markPlaylistAnnounced(trx, playlistId, at)
  if (isNew || courses.length > 0) await emit(trx, 'item.published', { playlistId, isNew, courses })
}
