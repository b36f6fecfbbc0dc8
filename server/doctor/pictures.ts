import { lostPictures, strayFiles } from '#server/archive/pictures.ts'
import { picturesOf } from '#server/archive/tables.queries.ts'
import type { Db } from '#server/core/db/database.ts'
import type { ImageFiles } from '#server/features/media/image-files.ts'
import { count, type Finding, note, ok, problem, REPAIR } from './finding.ts'
import { whoNames } from './pictures.queries.ts'

const HOUR = 3_600_000
const NAMED = 20

interface PictureOptions {
  db: Db
  files: ImageFiles
  progress: (line: string) => void
}

/** Rows that name files which are not there or not right, and files that no row names. */
export async function lookAtPictures({ db, files, progress }: PictureOptions): Promise<Finding[]> {
  const pictures = await picturesOf(db)
  const findings: Finding[] = []
  const lost = await lostPictures(files, pictures, progress)
  for (const { file, why } of lost.slice(0, NAMED)) {
    const names = await whoNames(db, file.slice(0, 40))
    const whose = names.length > 0 ? `, which ${names.join(', ')} shows,` : ''
    findings.push(
      problem(`The picture ${file}${whose} ${why}.`, 'Copy it from a backup, or upload the picture again.'),
    )
  }
  if (lost.length > NAMED)
    findings.push(problem(`${count(lost.length - NAMED, 'picture file')} more are lost.`, 'The same.'))
  if (lost.length === 0) findings.push(ok('Every picture that is named is there and can be read.'))
  // A younger file may belong to an upload whose row comes next.
  const strays = await strayFiles(files, pictures)
  const old = strays.filter(({ changedAt }) => changedAt <= Date.now() - HOUR)
  if (old.length === 0) return [...findings, ok('No file is without a row that names it.')]
  const size = Math.ceil(old.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)
  const says = `${count(old.length, 'file')} that no row names take ${size} KiB; the site deletes such pictures every hour.`
  const repair = async () => {
    await files.discard(old.map(({ file }) => file))
    return `Deleted ${count(old.length, 'file')} that no row names.`
  }
  return [...findings, { ...note(says, REPAIR), repair }]
}
