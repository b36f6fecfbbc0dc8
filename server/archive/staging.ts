import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DATABASE_FILE } from '#server/core/db/database.ts'
import { mediaFolder } from '#server/core/media-folder.ts'
import { syncToDisk } from './write-archive.ts'

/** Being filled: the site beside it is as it was. */
const FILLING = '.restore-'
/** Taking its place: the site beside it is not whole. */
const SWAPPING = '.restoring-'
const SET_ASIDE = 'before-restore-'

/** Nothing of a site. */
function isForeign(name: string): boolean {
  return name === 'lost+found' || name.startsWith(FILLING) || name.startsWith(SET_ASIDE)
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** What a site has in this folder. */
export async function contentOf(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => !isForeign(name))
}

/** What a cut-off restore left behind; it can be deleted. */
export async function leftoversIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.startsWith(FILLING))
}

/** Throws with one sentence when a restore was cut off at the one moment in which the site is neither old nor new. */
export async function refuseHalfRestored(folder: string): Promise<void> {
  const half = (await namesIn(folder)).find((name) => name.startsWith(SWAPPING))
  if (half === undefined) return
  throw new Error(
    `A restore into ${folder} was cut off. Run it again with --force: "npm run restore -- <file> --force".`,
  )
}

/** A folder on the same disk, in which a site is built before it takes its place. */
export async function openStaging(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const staging = join(folder, `${FILLING}${randomBytes(4).toString('hex')}`)
  await mkdir(mediaFolder(staging), { recursive: true, mode: 0o750 })
  return staging
}

/**
 * Puts what was built into its place; what was there is moved into a folder of its own, whose name this gives. If a
 * move fails, those before it are undone.
 */
export async function takePlace(staging: string, folder: string): Promise<string | undefined> {
  const former = await contentOf(folder)
  const swapping = staging.replace(FILLING, SWAPPING)
  const aside = join(folder, `${SET_ASIDE}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  const moves: [from: string, to: string][] = [
    ...former.map((name): [string, string] => [join(folder, name), join(aside, name)]),
    [mediaFolder(swapping), mediaFolder(folder)],
    [join(swapping, DATABASE_FILE), join(folder, DATABASE_FILE)],
  ]
  if (former.length > 0) await mkdir(aside, { mode: 0o750 })
  await rename(staging, swapping)
  await syncToDisk(folder)
  await moveAll(moves).catch(async (error: unknown) => {
    await rename(swapping, staging)
    await rm(aside, { recursive: true, force: true })
    throw error
  })
  await syncToDisk(folder)
  await rm(swapping, { recursive: true })
  return former.length > 0 ? aside : undefined
}

async function moveAll(moves: [from: string, to: string][]): Promise<void> {
  const moved: [from: string, to: string][] = []
  try {
    for (const [from, to] of moves) {
      await rename(from, to)
      moved.push([from, to])
    }
  } catch (error) {
    for (const [from, to] of moved.toReversed()) await rename(to, from)
    throw error
  }
}
