import { SECTION_UNKNOWN } from '#contract/catalog/outline.ts'
import { Title } from '#contract/text-fields.ts'
import { titleFrom } from '#contract/video/upload-title.ts'
import { COURSE_DELETED, PLAYLIST_DELETED, type UploadPlace } from '#contract/video/uploads.ts'
import type { Db } from '#server/data/database.ts'
import type { SiteEvents } from '#server/events.ts'
import { recountPlaylist } from '#server/features/catalog/playlists/counts.queries.ts'
import {
  COURSE_NOT_FOUND,
  findCourse,
  PLAYLIST_NOT_FOUND,
} from '#server/features/catalog/playlists/visibility.ts'
import { trashCourse } from '#server/features/catalog/trash/trash.queries.ts'
import { awaitPoster } from '#server/features/video/attach.ts'
import { updateVideo } from '#server/features/video/videos.queries.ts'
import { AppError } from '#server/http/app-error.ts'
import { isOwnPlaylist, ownPlaylist, pictureOfPlaylist } from './courses.queries.ts'
import { checkQuota, writeChange } from './courses.ts'
import { writeDrafts } from './new-drafts.ts'
import { isSectionOf } from './outline.queries.ts'

/** Throws the 404 AppError unless the place of an upload belongs to its owner, and `conflict` when the playlist is full. */
export async function checkPlace(trx: Db, { ownerId, place }: SiteEvents['upload.begun']): Promise<void> {
  const { playlistId, sectionId, courseId } = place
  if (courseId !== undefined) {
    if (!(await findOwnCourse(trx, ownerId, place))) throw new AppError('not_found', COURSE_NOT_FOUND)
    return
  }
  if (playlistId === undefined) return
  if (!(await isOwnPlaylist(trx, playlistId, ownerId))) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  if (sectionId !== undefined && !(await isSectionOf(trx, playlistId, sectionId)))
    throw new AppError('not_found', SECTION_UNKNOWN)
  await checkQuota(trx, playlistId)
}

/**
 * Gives a video its place in the transaction in which its file has arrived: a draft, or the course whose video it replaces. The
 * place may be gone by now; then the video says so, and the sweep deletes it.
 */
export async function placeVideo(trx: Db, arrived: SiteEvents['upload.finished']): Promise<void> {
  const { videoId, place } = arrived
  if (place.courseId === undefined && place.playlistId === undefined) return
  const fault = place.courseId === undefined ? await addDraft(trx, arrived) : await replaceVideo(trx, arrived)
  if (fault !== undefined) await updateVideo(trx, videoId, { state: 'failed', fault })
}

/** Adds the draft; to a playlist in the trash, as a part of it. Gives a sentence when it is not possible. */
async function addDraft(
  trx: Db,
  { videoId, ownerId, name, place: { playlistId = '', sectionId, title } }: SiteEvents['upload.finished'],
): Promise<string | undefined> {
  const playlist = await ownPlaylist(trx, playlistId, ownerId)
  if (!playlist) return PLAYLIST_DELETED
  const full = await checkQuota(trx, playlistId).catch(toSentence)
  if (full !== undefined) return full
  // The poster replaces it when the video is ready.
  const image = await pictureOfPlaylist(trx, playlistId)
  await awaitPoster(trx, { videoId, cover: image })
  const isSection = sectionId !== undefined && (await isSectionOf(trx, playlistId, sectionId))
  const text = Title.safeParse(title).data ?? titleFrom(name)
  const draft = {
    video: { source: 'upload' as const, key: videoId },
    title: text,
    description: text,
    sectionId: isSection ? sectionId : undefined,
    durationSeconds: null,
    image,
  }
  const ids = await writeDrafts(trx, { id: ownerId }, { playlistId, drafts: [draft] })
  if (playlist.trash_id === null) return
  for (const id of ids) await trashCourse(trx, id, playlist.trash_id)
  await recountPlaylist(trx, playlistId)
  return
}

/** A video that is not ready cannot go online, so beside an approved one it waits for an admin under every REVIEW_EDITS. */
async function replaceVideo(
  trx: Db,
  { videoId, ownerId, place }: SiteEvents['upload.finished'],
): Promise<string | undefined> {
  const course = await findOwnCourse(trx, ownerId, place)
  if (!course) return COURSE_DELETED
  const draft = { videoLink: { source: 'upload' as const, key: videoId } }
  await writeChange(trx, { id: ownerId }, { course, draft, reviewEdits: 'video' })
  return
}

async function findOwnCourse(trx: Db, ownerId: string, { courseId = '', playlistId }: UploadPlace) {
  const place = { courseId, ...(playlistId !== undefined && { playlistId }) }
  const course = await findCourse(trx, { id: ownerId }, place)
  return course?.teacher_id === ownerId ? course : undefined
}

function toSentence(error: unknown): string {
  if (error instanceof AppError) return error.message
  throw error
}
