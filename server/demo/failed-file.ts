import { UNREADABLE } from '#contract/video/uploads.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { pictureOfPlaylist } from '#server/features/catalog/courses/courses.queries.ts'
import { insertDrafts } from '#server/features/catalog/courses/new-drafts.ts'
import { insertVideo, updateVideo } from '#server/features/video/videos.queries.ts'
import type { InsertedPlaylist } from './playlists.ts'

/** Adds a draft whose file could not be prepared beside the first uploaded video. There is none on a site without ffmpeg. */
export async function insertFailedFile(trx: Db, playlists: readonly InsertedPlaylist[]): Promise<void> {
  const playlist = playlists.find(({ courses }) => courses.some(({ video }) => video.source === 'upload'))
  if (!playlist) return
  const { id: playlistId, teacherId } = playlist
  const key = newId()
  await insertVideo(trx, { id: key, owner_id: teacherId, bytes: 0, created_at: new Date().toISOString() })
  await updateVideo(trx, key, { state: 'failed', fault: UNREADABLE })
  const draft = {
    video: { source: 'upload' as const, key },
    title: 'Margins that collapse',
    description: 'Why two margins are sometimes one, and what keeps them apart.',
    durationSeconds: null,
    image: await pictureOfPlaylist(trx, playlistId),
  }
  await insertDrafts(trx, { id: teacherId }, { playlistId, drafts: [draft] })
}
