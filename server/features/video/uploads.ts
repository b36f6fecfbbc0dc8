import { existsSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type CourseVideoState,
  EXPIRED_UPLOAD,
  ORIGINAL_GONE,
  OVER_QUOTA,
  TOO_MANY_UNFINISHED,
  UNFINISHED_MAX,
  UPLOAD_MAX_BYTES,
  type UploadPlace,
  type UploadSpace,
  type VideoState,
} from '#contract/video/uploads.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { codeOf } from '#server/data/dialect.ts'
import { newId } from '#server/data/ids.ts'
import { lockTable, lockToChange } from '#server/data/locks.ts'
import type { UploadRow, VideoRow } from '#server/data/video-rows.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { enqueue, type JobKind, jobKind } from '#server/jobs/enqueue.ts'
import { checkLeft, type Disk, leavesReserve, unclaimedBytes } from './space.ts'
import {
  deleteUnfinished,
  deleteUpload,
  findOriginal,
  findUpload,
  finishUpload,
  insertUpload,
  keepUntil,
  ownQuotaGb,
  type PlaceColumns,
  unfinishedOf,
  usedBytes,
} from './uploads.queries.ts'
import { findVideo, insertVideo, updateVideo } from './videos.queries.ts'

/** How long an upload may take to arrive, and how long its original is kept after that for another try. */
export const KEPT_MS = 7 * 86_400_000
const NAME_MAX = 200

export interface UploadSettings extends Disk {
  db: Db
  /** The space of a teacher. */
  quotaBytes: () => Promise<number>
  isOn: boolean
}

const Prepare = z.object({ videoId: z.string(), original: z.string() })
type Prepare = z.infer<typeof Prepare>

/** Each node prepares the originals that it has. */
export function prepareJob(node: string): JobKind<Prepare> {
  return jobKind(node === '' ? 'uploads.prepare' : `uploads.prepare.${node}`, Prepare)
}

/** A new id of an upload: it begins with the name of the node that has the file, and ends with the id of its video. */
export function newUploadId(node: string, videoId = newId()): string {
  return node === '' ? videoId : `${node}-${videoId}`
}

/** The id of the video that an upload becomes. */
export function videoIdOf(uploadId: string): string {
  return uploadId.slice(uploadId.lastIndexOf('-') + 1)
}

interface NewUpload {
  id: string
  ownerId: string
  bytes: number
  name: string
  place: UploadPlace
}

/**
 * Announces a file that is about to arrive. Throws an AppError when it is empty, too large or one too many, goes into something of
 * another teacher, or has no space, in the space of its teacher or on the disk.
 */
export async function beginUpload(settings: UploadSettings, upload: NewUpload): Promise<void> {
  const { db, isOn } = settings
  const { bytes } = upload
  if (!isOn) throw new AppError('forbidden', 'Own uploads are switched off on this site.')
  if (bytes === 0) throw new AppError('invalid', 'This file is empty.')
  if (bytes > UPLOAD_MAX_BYTES) throw new AppError('too_large', 'A file can have up to 4 GB.')
  const quotaBytes = await settings.quotaBytes()
  await checkLeft(
    settings,
    await transaction(db, (trx) => claimSpace(trx, settings, { ...upload, quotaBytes })),
  )
}

/** Inserts an upload if the disk has room for it. Gives how many unclaimed bytes of the disk it leaves. */
async function claimSpace(
  trx: Db,
  { folder, node }: UploadSettings,
  { id, ownerId, bytes, name, place, quotaBytes }: NewUpload & { quotaBytes: number },
): Promise<number> {
  const now = Date.now()
  const own = { ownerId, now: new Date(now).toISOString() }
  await lockToChange(trx, 'users', { id: ownerId })
  await emit(trx, 'upload.begun', { ownerId, place })
  // Two uploads that begin at once must not both get the last space, also when they are of two teachers.
  await lockTable(trx, 'uploads')
  if ((await unfinishedOf(trx, own)).length >= UNFINISHED_MAX)
    throw new AppError('invalid', TOO_MANY_UNFINISHED)
  if ((await usedBytes(trx, own)) + bytes > (await quotaOf(trx, ownerId, quotaBytes)))
    throw new AppError('invalid', OVER_QUOTA)
  const left = (await unclaimedBytes(trx, { folder, node })) - bytes
  const expires_at = new Date(now + KEPT_MS).toISOString()
  if (leavesReserve(left)) {
    const columns = { ...columnsOf(place), name: name.slice(0, NAME_MAX) }
    await insertUpload(trx, { id, owner_id: ownerId, bytes, expires_at, node, ...columns })
  }
  return left
}

function columnsOf({ playlistId, sectionId, courseId, title }: UploadPlace): PlaceColumns {
  return {
    playlist_id: playlistId ?? null,
    section_id: sectionId ?? null,
    course_id: courseId ?? null,
    title: title?.slice(0, NAME_MAX) ?? null,
  }
}

function placeOf({ playlist_id, section_id, course_id, title }: PlaceColumns): UploadPlace {
  return {
    ...(playlist_id !== null && { playlistId: playlist_id }),
    ...(section_id !== null && { sectionId: section_id }),
    ...(course_id !== null && { courseId: course_id }),
    ...(title !== null && { title }),
  }
}

/** The 404 of an upload that never was, is of another teacher, or was discarded. */
export const uploadNotFound = () => new AppError('not_found', 'Upload not found.')

/** The upload of this teacher, or the 404 AppError. The file of an expired one is deleted. */
export async function ownUpload(
  settings: Pick<UploadSettings, 'db' | 'folder'>,
  id: string,
  ownerId: string,
): Promise<UploadRow> {
  const upload = await findUpload(settings.db, id)
  if (upload?.owner_id !== ownerId) throw uploadNotFound()
  if (upload.state !== 'receiving' || Date.parse(upload.expires_at) > Date.now()) return upload
  if (!(await discardUnfinished(settings, id))) return upload
  throw new AppError('not_found', EXPIRED_UPLOAD)
}

/**
 * After the last byte: the file is on the disk, then its video, the job that prepares it and the course that shows it exist.
 * Runs once. Throws the 404 AppError for an upload that was discarded meanwhile.
 */
export async function completeUpload(
  { db, folder, node }: Pick<UploadSettings, 'db' | 'folder' | 'node'>,
  id: string,
): Promise<void> {
  await syncFile(join(folder, id)).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? uploadNotFound() : error
  })
  const videoId = videoIdOf(id)
  await transaction(db, async (trx) => {
    const begun = await findUpload(trx, id)
    if (!begun) throw uploadNotFound()
    // As everywhere, the teacher is locked before what is theirs.
    await lockToChange(trx, 'users', { id: begun.owner_id })
    const upload = await finishUpload(trx, id, new Date(Date.now() + KEPT_MS).toISOString())
    if (!upload) {
      if (await findUpload(trx, id)) return
      throw uploadNotFound()
    }
    const { owner_id, bytes, name } = upload
    await insertVideo(trx, { id: videoId, owner_id, bytes, created_at: new Date().toISOString() })
    await emit(trx, 'upload.finished', { videoId, ownerId: owner_id, name, place: placeOf(upload) })
    // Nobody can watch it where it has no place.
    if ((await findVideo(trx, videoId))?.state === 'failed') return
    await enqueue(trx, prepareJob(node), {
      payload: { videoId, original: id },
      dedupe: `uploads.prepare ${videoId}`,
    })
  })
}

/** How many bytes of an upload are in its file. */
export async function receivedOf({ folder }: Pick<UploadSettings, 'folder'>, id: string): Promise<number> {
  return (await stat(join(folder, id)).catch(() => undefined))?.size ?? 0
}

/** Deletes the file of an upload, then forgets it: on a full disk, the row can be deleted once the file is gone. */
export async function discardUpload(
  { db, folder }: Pick<UploadSettings, 'db' | 'folder'>,
  id: string,
): Promise<void> {
  await deleteFile(folder, id)
  await deleteUpload(db, id)
}

/**
 * Discards an upload, unless it has arrived whole: then the answer is false. Its last part may arrive at the same moment, so
 * the database decides before the file is deleted.
 */
export async function discardUnfinished(
  { db, folder }: Pick<UploadSettings, 'db' | 'folder'>,
  id: string,
): Promise<boolean> {
  const isForgotten = await deleteUnfinished(db, id).then(
    () => true,
    () => false,
  )
  if ((await findUpload(db, id))?.state === 'finished') return false
  await deleteFile(folder, id)
  // On a full disk, the row can be deleted once the file is gone. No upload can be finished there meanwhile.
  if (!isForgotten) await deleteUnfinished(db, id)
  return true
}

async function deleteFile(folder: string, id: string): Promise<void> {
  await Promise.all([id, `${id}.json`].map((name) => rm(join(folder, name), { force: true })))
}

const GIGABYTE = 1024 ** 3

/** How much somebody may upload: what an admin has set for them, else that of the site. */
async function quotaOf(db: Db, ownerId: string, ofSite: number): Promise<number> {
  const gb = await ownQuotaGb(db, ownerId)
  return gb === null ? ofSite : gb * GIGABYTE
}

/** What a teacher may still upload, and what has not arrived whole. */
export async function spaceOf(settings: UploadSettings, ownerId: string): Promise<UploadSpace> {
  const { db, quotaBytes, isOn } = settings
  const own = { ownerId, now: new Date().toISOString() }
  const [used, unfinished, ownQuota] = await Promise.all([
    usedBytes(db, own),
    unfinishedOf(db, own),
    quotaBytes().then((ofSite) => quotaOf(db, ownerId, ofSite)),
  ])
  return {
    isOn,
    maxBytes: UPLOAD_MAX_BYTES,
    quotaBytes: ownQuota,
    usedBytes: used,
    unfinished: unfinished.map(({ id, name, bytes, received, expires_at: expiresAt, ...upload }) => ({
      _id: id,
      name,
      bytes,
      received,
      expiresAt,
      ...placeOf(upload),
    })),
  }
}

/** How far the video of a course is, for its owner and admins. */
export function courseVideoStateOf({
  id,
  state,
  progress,
  fault,
}: Pick<VideoRow, 'id' | 'state' | 'progress' | 'fault'>): CourseVideoState {
  return { _id: id, state, progress, ...(fault !== null && { fault }) }
}

export function videoStateOf(video: VideoRow): VideoState {
  const { id, state, progress, fault, duration_s: seconds } = video
  const quality = z.array(z.string()).parse(JSON.parse(video.renditions)).at(-1)
  return {
    _id: id,
    state,
    progress,
    ...(fault !== null && { fault }),
    ...(seconds !== null && { durationSeconds: seconds }),
    ...(quality !== undefined && { quality }),
  }
}

interface Failing {
  id: string
  /** A sentence for the teacher. */
  fault: string
  /** What follows, in the same transaction. */
  onFailed: (trx: Db, video: VideoRow) => Promise<void>
}

/** Says of a video that it could not be prepared. Gives the new row, or `undefined` when it was deleted meanwhile. */
export function failVideo(db: Db, { id, fault, onFailed }: Failing): Promise<VideoRow | undefined> {
  return transaction(db, async (trx) => {
    const video = await findVideo(trx, id)
    if (!video) return
    // As everywhere, the teacher is locked before what is theirs.
    await lockToChange(trx, 'users', { id: video.owner_id })
    const row = await updateVideo(trx, id, { state: 'failed', progress: 0, fault })
    if (row) await onFailed(trx, row)
    return row
  })
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

interface Site {
  db: Db
  /** The folder of the uploads of this node, and its name. */
  folder: string
  node: string
}

/** Prepares a failed video once more, on the node that has its original. A video that has not failed stays as it is. */
export function retryVideo({ db, folder, node }: Site, videoId: string): Promise<VideoRow> {
  return transaction(db, async (trx) => {
    await lockToChange(trx, 'videos', { id: videoId })
    const video = await findVideo(trx, videoId)
    if (!video) throw new AppError('not_found', 'Video not found.')
    if (video.state !== 'failed') return video
    const original = await findOriginal(trx, video)
    const isHere = original?.node === node
    if (!original || (isHere && !existsSync(join(folder, original.id))))
      throw new AppError('conflict', ORIGINAL_GONE)
    await keepUntil(trx, original.id, new Date(Date.now() + KEPT_MS).toISOString())
    await enqueue(trx, prepareJob(original.node), {
      payload: { videoId, original: original.id },
      dedupe: `uploads.prepare ${videoId}`,
    })
    return (await updateVideo(trx, videoId, { state: 'queued', progress: 0, fault: null })) ?? video
  })
}
