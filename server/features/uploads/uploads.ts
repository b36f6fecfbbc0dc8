import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  NO_SPACE,
  OVER_QUOTA,
  UPLOAD_MAX_BYTES,
  type UploadSpace,
  type VideoState,
} from '#contract/uploads.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { UploadRow, VideoRow } from '#server/data/upload-rows.ts'
import { AppError } from '#server/http/app-error.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { type JobKind, jobKind } from '#server/jobs/kind.ts'
import {
  deleteUpload,
  findUpload,
  finishUpload,
  insertUpload,
  noteReceived,
  unfinishedOf,
  usedBytes,
} from './uploads.queries.ts'
import { insertVideo } from './videos.queries.ts'

const DAYS_KEPT = 7
const DAY = 86_400_000
const NAME_MAX = 200
/** Left free on the disk for the database and the prepared files. */
const FREE_MIN_BYTES = 512 * 1024 ** 2

export interface UploadSettings {
  db: Db
  /** The folder of the uploads. */
  folder: string
  quotaBytes: number
  /** The name of this node in the ids of its uploads; empty on a site of one node. */
  node: string
  isOn: boolean
  /** The disk is full: the admins hear of it. */
  onNoSpace: () => Promise<void>
}

const Prepare = z.object({ videoId: z.string(), original: z.string() })
export type Prepare = z.infer<typeof Prepare>

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
}

/** Makes room for a file that is about to arrive. Throws an AppError when it is empty, too large or has no space. */
export async function beginUpload(
  settings: UploadSettings,
  { id, ownerId, bytes, name }: NewUpload,
): Promise<void> {
  const { db, folder, quotaBytes, node, isOn } = settings
  if (!isOn) throw new AppError('forbidden', 'Own uploads are switched off on this site.')
  if (bytes === 0) throw new AppError('invalid', 'This file is empty.')
  if (bytes > UPLOAD_MAX_BYTES) throw new AppError('too_large', 'A file can have up to 4 GB.')
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < FREE_MIN_BYTES) {
    await settings.onNoSpace()
    throw new AppError('busy', NO_SPACE)
  }
  await transaction(db, async (trx) => {
    // Two uploads that begin at once must not both get the last space.
    await lockToChange(trx, 'users', { id: ownerId })
    if ((await usedBytes(trx, ownerId)) + bytes > quotaBytes) throw new AppError('invalid', OVER_QUOTA)
    const expires = new Date(Date.now() + DAYS_KEPT * DAY).toISOString()
    await insertUpload(trx, {
      id,
      owner_id: ownerId,
      bytes,
      name: name.slice(0, NAME_MAX),
      expires_at: expires,
      node,
    })
  })
}

/** The upload of this teacher, or the 404 AppError. */
export async function ownUpload(db: Db, id: string, ownerId: string): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  if (upload?.owner_id !== ownerId) throw new AppError('not_found', 'Upload not found.')
  return upload
}

/** After the last byte: the file is on the disk, then its video and the job that prepares it exist. Runs once. */
export async function completeUpload(
  { db, folder, node }: Pick<UploadSettings, 'db' | 'folder' | 'node'>,
  id: string,
): Promise<void> {
  await syncFile(join(folder, id))
  const videoId = videoIdOf(id)
  await transaction(db, async (trx) => {
    const upload = await finishUpload(trx, id)
    if (!upload) return
    const { owner_id, bytes } = upload
    await insertVideo(trx, { id: videoId, owner_id, bytes, created_at: new Date().toISOString() })
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

/** Forgets an upload and deletes its file. */
export async function discardUpload(
  { db, folder }: Pick<UploadSettings, 'db' | 'folder'>,
  id: string,
): Promise<void> {
  await deleteUpload(db, id)
  await Promise.all([id, `${id}.json`].map((name) => rm(join(folder, name), { force: true })))
}

export { noteReceived }

/** What a teacher may still upload, and what has not arrived whole. */
export async function spaceOf(settings: UploadSettings, ownerId: string): Promise<UploadSpace> {
  const { db, quotaBytes, isOn } = settings
  const [used, unfinished] = await Promise.all([usedBytes(db, ownerId), unfinishedOf(db, ownerId)])
  return {
    isOn,
    maxBytes: UPLOAD_MAX_BYTES,
    quotaBytes,
    usedBytes: used,
    unfinished: unfinished.map(({ id, name, bytes, received, expires_at: expiresAt }) => ({
      _id: id,
      name,
      bytes,
      received,
      expiresAt,
    })),
  }
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

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
