import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from './write-archive.ts'

/** Being filled: the site beside it is unchanged. */
const FILLING = '.restore-'
/** Taking its place: the site beside it is not whole. */
const SWAPPING = '.restoring-'
const SET_ASIDE = 'before-restore-'

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** What a site has in this folder. */
export async function contentOf(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.filter(
    (name) => name !== 'lost+found' && !name.startsWith(FILLING) && !name.startsWith(SET_ASIDE),
  )
}

/** What a cut-off restore left behind; it can be deleted. */
export async function leftoversIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.startsWith(FILLING))
}

/** Throws with one sentence when a restore was cut off while the site was neither old nor new. */
export async function refuseHalfRestored(folder: string): Promise<void> {
  const half = (await namesIn(folder)).find((name) => name.startsWith(SWAPPING))
  if (half === undefined) return
  throw new Error(
    `A restore into ${folder} was cut off. Run it again with --force: "npm run restore -- <file> --force".`,
  )
}

/** A folder on the same disk in which a site is built; it is gone when `work` ends, whole or not. */
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

/**
 * Puts what was built into its place. What was there is moved into a folder of its own, whose name this returns. If a
 * move fails, those before it are undone.
 */
export async function takePlace(staging: string, folder: string): Promise<string | undefined> {
  const former = await contentOf(folder)
  const built = await readdir(staging)
  const swapping = staging.replace(FILLING, SWAPPING)
  const aside = join(folder, `${SET_ASIDE}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
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
