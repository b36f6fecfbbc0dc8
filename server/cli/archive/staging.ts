import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from './write-archive.ts'

/** The prefix while the restore fills the folder: the site is unchanged. */
const FILLING = '.restore-'
/** The prefix while the restore replaces the site: the site is incomplete. */
const SWAPPING = '.restoring-'
const SET_ASIDE = 'before-restore-'

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

export async function contentOf(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.filter(
    (name) => name !== 'lost+found' && !name.startsWith(FILLING) && !name.startsWith(SET_ASIDE),
  )
}

export async function leftoversIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.startsWith(FILLING))
}

/** Throws with one sentence if a restore was interrupted while it replaced the site. */
export async function rejectHalfRestored(folder: string): Promise<void> {
  const half = (await namesIn(folder)).find((name) => name.startsWith(SWAPPING))
  if (half === undefined) return
  throw new Error(
    `A restore into ${folder} was cut off. Run it again with --force: "npm run restore -- <file> --force".`,
  )
}

/** Creates a staging folder on the same disk for `work` and deletes it afterwards. */
export async function withStaging<Result>(
  folder: string,
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  const staging = join(folder, `${FILLING}${randomBytes(4).toString('hex')}`)
  await mkdir(staging, { recursive: true, mode: 0o750 })
  try {
    return await work(staging)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** The path at which a restore keeps what it replaces. */
export function setAsideName(folder: string, file?: string): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  return join(folder, [`${SET_ASIDE}${time}`, ...(file === undefined ? [] : [file])].join('-'))
}

/**
 * Moves the restored files into the site's folder. Moves the old files into another folder and returns its name. If a move
 * fails, undoes the moves before it.
 */
export async function takePlace(staging: string, folder: string): Promise<string | undefined> {
  const former = await contentOf(folder)
  const built = await readdir(staging)
  const swapping = staging.replace(FILLING, SWAPPING)
  const aside = setAsideName(folder)
  if (former.length > 0) await mkdir(aside, { mode: 0o750 })
  const undo: (() => Promise<void>)[] = []
  const move = async (from: string, to: string) => {
    await rename(from, to)
    undo.unshift(() => rename(to, from))
  }
  try {
    await move(staging, swapping)
    await syncToDisk(folder)
    for (const name of former) await move(join(folder, name), join(aside, name))
    for (const name of built) await move(join(swapping, name), join(folder, name))
  } catch (error) {
    for (const step of undo) await step()
    await rm(aside, { recursive: true, force: true })
    throw error
  }
  await syncToDisk(folder)
  await rm(swapping, { recursive: true })
  return former.length > 0 ? aside : undefined
}
