import { statfs } from 'node:fs/promises'
import { NO_SPACE, UPLOAD_MAX_BYTES } from '#contract/video/uploads.ts'
import type { Db } from '#server/data/database.ts'
import { AppError } from '#server/http/app-error.ts'
import { announcedBytes } from './uploads.queries.ts'

/** Always left free on the disk, for the database and the prepared files. */
const RESERVE_BYTES = 512 * 1024 ** 2

/** The disk on which uploads arrive. */
export interface Disk {
  /** The folder of the uploads. */
  folder: string
  /** The name of this node in the ids of its uploads; empty on a site of one node. */
  node: string
  /** Notifies the admins that space is short. */
  onShortage: () => Promise<void>
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Bytes of the disk that are neither used nor announced. */
export async function unclaimedBytes(
  db: Db,
  { folder, node }: Pick<Disk, 'folder' | 'node'>,
): Promise<number> {
  // A part that arrives between the two counts twice, and never not at all.
  const announced = await announcedBytes(db, { node, now: new Date().toISOString() })
  return (await freeBytes(folder)) - announced
}

/** Whether so many unclaimed bytes are too few for the largest file. */
const isShort = (unclaimed: number) => unclaimed < RESERVE_BYTES + UPLOAD_MAX_BYTES

/** A shortage ends when two of the largest files fit, so that one that is announced and removed does not begin it anew. */
const isEnough = (unclaimed: number) => unclaimed >= RESERVE_BYTES + 2 * UPLOAD_MAX_BYTES

/** Whether an upload leaves the reserve alone that leaves so many bytes unclaimed. */
export const leavesReserve = (unclaimed: number) => unclaimed >= RESERVE_BYTES

/** Notifies the admins when an upload left so few unclaimed bytes. Throws an AppError when it did not leave the reserve alone. */
export async function checkLeft({ onShortage }: Pick<Disk, 'onShortage'>, unclaimed: number): Promise<void> {
  if (isShort(unclaimed)) await onShortage()
  if (!leavesReserve(unclaimed)) throw new AppError('no_space', NO_SPACE)
}

/** Whether the reserve is still free, whatever was announced. */
export async function hasRoom(folder: string): Promise<boolean> {
  return leavesReserve(await freeBytes(folder))
}

/** Throws an AppError when so many bytes do not fit on the disk, whatever was announced. */
export async function checkRoom({ folder, onShortage }: Omit<Disk, 'node'>, bytes: number): Promise<void> {
  if (leavesReserve((await freeBytes(folder)) - bytes)) return
  await onShortage()
  throw new AppError('no_space', NO_SPACE)
}

/** Notifies the admins of a shortage before anything fails. The next shortage is a new one. */
export async function watchSpace(
  db: Db,
  { onEnough, ...disk }: Disk & { onEnough: () => Promise<void> },
): Promise<void> {
  const unclaimed = await unclaimedBytes(db, disk)
  if (isShort(unclaimed)) await disk.onShortage()
  else if (isEnough(unclaimed)) await onEnough()
}
