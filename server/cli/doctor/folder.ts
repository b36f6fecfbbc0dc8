import { existsSync } from 'node:fs'
import { access, constants, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { countOf } from '#contract/format.ts'
import { SECRET_KEY_FILE } from '#server/auth/secret-key.ts'
import { leftoversIn, rejectHalfRestored } from '#server/cli/archive/staging.ts'
import type { Config } from '#server/config.ts'
import { DATABASE_FILE } from '#server/data/database.ts'
import { mediaFolder } from '#server/features/media/picture-files.ts'
import { uploadsFolder, videosFolder } from '#server/features/video/video-files.ts'
import { type Finding, note, ok, problem, REPAIR, RESTORE } from './finding.ts'

const MIB = 1024 * 1024
const FREE_NEEDED = 256 * MIB
const FREE_ADVISED = 2048 * MIB
const WAL_LARGE = 256 * MIB
const FOR_EVERYBODY = 0o007
const FOR_OTHERS = 0o077
const OWNER =
  'Run this as the user that runs the site, or give that user the folder: chown -R <user> <folder>'

export async function lookAtFolder(folder: string): Promise<Finding[]> {
  return [
    ...(await lookAtRights(folder)),
    await lookAtSpace(folder),
    await lookAtWal(folder),
    await lookAtLeftovers(folder),
  ]
}

async function lookAtRights(folder: string): Promise<Finding[]> {
  const database = join(folder, DATABASE_FILE)
  const findings: Finding[] = []
  for (const path of [folder, database, mediaFolder(folder)].filter(existsSync)) {
    const isWritable = await access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    )
    if (!isWritable) findings.push(problem(`${path} cannot be written by this user.`, OWNER))
  }
  for (const path of [database, mediaFolder(folder), uploadsFolder(folder), videosFolder(folder)]) {
    if (await isOpenTo(FOR_EVERYBODY, path))
      findings.push(note(`${path} can be read by every user of this machine.`, `chmod o-rwx ${path}`))
  }
  const key = join(folder, SECRET_KEY_FILE)
  if (await isOpenTo(FOR_OTHERS, key)) {
    const says = `${key} can be read by other users than its owner: it opens sealed columns and signs links.`
    findings.push(problem(says, `chmod 600 ${key}`))
  }
  return findings.length > 0 ? findings : [ok('The folder can be read and written.')]
}

async function isOpenTo(users: number, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && (found.mode & users) !== 0
}

async function lookAtSpace(folder: string): Promise<Finding> {
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return note(`${folder} is not there.`, 'Check DATA_DIR, or start the site once.')
  const free = disk.bavail * disk.bsize
  const says = `${Math.floor(free / MIB)} MiB of the disk are free.`
  const advice = 'Make room, or move DATA_DIR to a larger disk: a full disk refuses every write.'
  if (free < FREE_NEEDED) return problem(says, advice)
  return free < FREE_ADVISED ? note(says, advice) : ok(says)
}

async function lookAtWal(folder: string): Promise<Finding> {
  const wal = await stat(join(folder, `${DATABASE_FILE}-wal`)).catch(() => undefined)
  const size = wal?.size ?? 0
  const says = `The write-ahead log has ${Math.ceil(size / MIB)} MiB.`
  if (size < WAL_LARGE) return ok(says)
  return note(says, 'It shrinks when nothing reads for long: end backups that hang, then restart the site.')
}

async function lookAtLeftovers(folder: string): Promise<Finding> {
  const half = await rejectHalfRestored(folder).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  if (half !== undefined) return problem(half, RESTORE)
  const leftovers = await leftoversIn(folder)
  if (leftovers.length === 0) return ok('No restore was cut off.')
  return {
    ...note(`A restore was cut off and left ${leftovers.join(', ')}; the site is as it was before.`, REPAIR),
    repair: async () => {
      for (const name of leftovers) await rm(join(folder, name), { recursive: true })
      return 'Deleted what the cut-off restore left.'
    },
  }
}

/** Finds settings that work but are rarely intended. */
export function lookAtSettings(config: Config): Finding[] {
  const { RATE_LIMIT_SCALE, PUBLIC_URL = '', CORS_ORIGINS, TRUST_PROXY, ADMIN_PASSWORD } = config
  const isLocal = /\/\/(localhost|127\.)/.test(PUBLIC_URL)
  const notes = [
    RATE_LIMIT_SCALE !== 1 &&
      note(`RATE_LIMIT_SCALE is ${RATE_LIMIT_SCALE}: limits are not what they should be.`, 'Unset it.'),
    PUBLIC_URL.startsWith('http://') &&
      !isLocal &&
      note('PUBLIC_URL is not https: passwords travel in the open.', 'Put a proxy with TLS in front.'),
    PUBLIC_URL.startsWith('https://') &&
      TRUST_PROXY.length === 0 &&
      note('TRUST_PROXY is not set: behind a proxy every visitor counts as one.', 'Set it to its address.'),
    CORS_ORIGINS.length > 0 &&
      PUBLIC_URL === '' &&
      note(
        'CORS_ORIGINS is set without PUBLIC_URL: the pages of those origins look for the pictures at their own address.',
        'Set PUBLIC_URL to the address of the site.',
      ),
    TRUST_PROXY.some((network) => network.endsWith('/0')) &&
      note('TRUST_PROXY trusts everybody: anybody can pretend any address.', 'Name the proxy alone.'),
    ADMIN_PASSWORD !== undefined &&
      ADMIN_PASSWORD.length < 15 &&
      note(`ADMIN_PASSWORD is short (${countOf(ADMIN_PASSWORD.length, 'character')}).`, 'Use 15 or more.'),
  ].filter((each) => each !== false)
  return notes.length > 0 ? notes : [ok('The settings are sound.')]
}
