import { SECTION_UNKNOWN } from '#contract/outline.ts'
import type { Video } from '#contract/video.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { PLAYLIST_NOT_FOUND } from '#server/features/playlists/visibility.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { insertCourse, isOwnPlaylist } from './courses.queries.ts'
import { checkQuota, settle } from './courses.ts'
import { endOf, isSectionOf, outlineChanged } from './outline.queries.ts'
import { columnsOf } from './video-columns.ts'

interface NewDraft {
  video: Video
  title: string
  description: string
  sectionId: string | undefined
  /** The name of a stored picture. */
  image: string
}

/** Adds drafts to the teacher's own playlist, in this order; gives their ids. */
export async function insertDrafts(
  trx: Db,
  teacher: Viewer,
  { playlistId, drafts }: { playlistId: string; drafts: NewDraft[] },
): Promise<string[]> {
  await lockToChange(trx, 'users', { id: teacher.id })
  if (!(await isOwnPlaylist(trx, playlistId, teacher.id))) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  await checkQuota(trx, playlistId, drafts.length)
  const now = Date.now()
  const at = new Date(now).toISOString()
  for (const [index, { sectionId }] of drafts.entries())
    if (sectionId !== undefined && !(await isSectionOf(trx, playlistId, sectionId)))
      throw invalid(`items.${index}.sectionId`, SECTION_UNKNOWN)
  const rows = drafts.map(({ video, title, description, image }, index) => ({
    id: newId(now + index),
    playlist_id: playlistId,
    title,
    title_key: sortKey(title),
    ...columnsOf(video),
    description,
    image,
    created_at: at,
    updated_at: at,
  }))
  for (const [index, row] of rows.entries()) {
    const place = await endOf(trx, { playlistId, sectionId: drafts[index]?.sectionId })
    await insertCourse(trx, { ...row, ...place })
  }
  await outlineChanged(trx, playlistId)
  await settle(trx, teacher.id, [playlistId])
  return rows.map(({ id }) => id)
}
