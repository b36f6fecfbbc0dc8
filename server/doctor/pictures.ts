import { filesOf } from '#server/archive/make-backup.ts'
import { lostPictures } from '#server/archive/pictures.ts'
import { picturesOf } from '#server/archive/tables.queries.ts'
import type { Db } from '#server/core/db/database.ts'
import type { ImageFiles } from '#server/features/media/image-files.ts'
import { count, type Finding, note, ok, problem, REPAIR } from './finding.ts'
import { whoNames } from './pictures.queries.ts'

const HOUR = 3_600_000
const NAMED = 20

interface PictureParts {
  db: Db
  files: ImageFiles
  progress: (line: string) => void
}

/** Rows that name files which are not there or not right, and files that no row names. */
export async function lookAtPictures(parts: PictureParts): Promise<Finding[]> {
  return [...(await lookAtLost(parts)), await lookAtStrangers(parts)]
}

async function lookAtLost({ db, files, progress }: PictureParts): Promise<Finding[]> {
  const lost = await lostPictures({ files, pictures: await picturesOf(db), progress })
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

async function lookAtStrangers({ db, files }: PictureParts): Promise<Finding> {
  const named = new Set((await picturesOf(db)).flatMap(filesOf))
  const strangers: string[] = []
  let bytes = 0
  for await (const some of files.list()) {
    const old = some.filter(({ file, changedAt }) => !named.has(file) && changedAt <= Date.now() - HOUR)
    strangers.push(...old.map(({ file }) => file))
    bytes += old.reduce((sum, each) => sum + each.bytes, 0)
  }
  if (strangers.length === 0) return ok('No file is without a row that names it.')
  return {
    ...note(
      `${count(strangers.length, 'file')} that no row names take ${Math.ceil(bytes / 1024)} KiB; the site deletes such pictures every hour.`,
      REPAIR,
    ),
    repair: async () => {
      await files.discard(strangers)
      return `Deleted ${count(strangers.length, 'file')} that no row names.`
    },
  }
}
