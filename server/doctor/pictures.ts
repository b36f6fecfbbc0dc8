import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf } from '#server/archive/make-backup.ts'
import { lostPictures } from '#server/archive/pictures.ts'
import { picturesOf } from '#server/archive/tables.queries.ts'
import type { Db } from '#server/core/db/database.ts'
import { count, type Finding, note, ok, problem, REPAIR } from './finding.ts'
import { whoNames } from './pictures.queries.ts'

const HOUR = 3_600_000
const NAMED = 20

interface PictureParts {
  db: Db
  folder: string
  progress: (line: string) => void
}

/** Rows that name files which are not there or not right, and files that no row names. */
export async function lookAtPictures(parts: PictureParts): Promise<Finding[]> {
  return [...(await lookAtLost(parts)), await lookAtStrangers(parts)]
}

async function lookAtLost({ db, folder, progress }: PictureParts): Promise<Finding[]> {
  const lost = await lostPictures({ folder, pictures: await picturesOf(db), progress })
  if (lost.length === 0) return [ok('Every picture that is named is there and can be read.')]
  const findings: Finding[] = []
  for (const { file, why } of lost.slice(0, NAMED)) {
    const names = await whoNames(db, file.slice(0, 40))
    const whose = names.length > 0 ? `, which ${names.join(', ')} shows,` : ''
    findings.push(
      problem(`The picture ${file}${whose} ${why}.`, 'Copy it from a backup, or upload the picture again.'),
    )
  }
  const more = lost.length - findings.length
  return more > 0
    ? [...findings, problem(`${count(more, 'picture file')} more are lost.`, 'The same.')]
    : findings
}

async function lookAtStrangers({ db, folder }: PictureParts): Promise<Finding> {
  const named = new Set((await picturesOf(db)).flatMap(filesOf))
  const strangers: string[] = []
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || named.has(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs > Date.now() - HOUR) continue
    strangers.push(path)
    bytes += found.size
  }
  if (strangers.length === 0) return ok('No file is without a row that names it.')
  return {
    ...note(
      `${count(strangers.length, 'file')} that no row names take ${Math.ceil(bytes / 1024)} KiB; the site deletes such pictures every hour.`,
      REPAIR,
    ),
    repair: async () => {
      for (const path of strangers) await rm(path, { force: true })
      return `Deleted ${count(strangers.length, 'file')} that no row names.`
    },
  }
}
