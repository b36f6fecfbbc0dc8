import { countOf } from '#contract/format.ts'
import { lostPictures } from '#server/cli/archive/pictures.ts'
import { picturesOf } from '#server/cli/archive/tables.queries.ts'
import type { Db } from '#server/data/database.ts'
import { createImages } from '#server/features/media/media.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { DELETE_PICTURES, type Finding, note, ok, problem, REPAIR, RESTORE } from './finding.ts'
import { usesOfPicture } from './pictures.queries.ts'

const NAMED = 20

interface PictureOptions {
  db: Db
  files: FileStore
  progress: (line: string) => void
  /** The operator allows to delete more unused pictures than a sweep would. */
  deletePictures: boolean
}

export async function lookAtPictures(parts: PictureOptions): Promise<Finding[]> {
  return [...(await lookAtLost(parts)), await lookAtUnnamed(parts)]
}

async function lookAtLost({ db, files, progress }: PictureOptions): Promise<Finding[]> {
  const lost = await lostPictures(files, await picturesOf(db), progress)
  if (lost.length === 0) return [ok('Every picture that is named is there and can be read.')]
  const findings: Finding[] = []
  for (const { file, why } of lost.slice(0, NAMED)) {
    const names = await usesOfPicture(db, file.slice(0, 40))
    const whose = names.length > 0 ? `, which ${names.join(', ')} shows,` : ''
    findings.push(
      problem(`The picture ${file}${whose} ${why}.`, 'Copy it from a backup, or upload the picture again.'),
    )
  }
  const more = lost.length - findings.length
  return more > 0
    ? [...findings, problem(`${countOf(more, 'picture file')} more are lost.`, 'The same.')]
    : findings
}

async function lookAtUnnamed({ db, files, deletePictures }: PictureOptions): Promise<Finding> {
  const images = createImages({ db, files })
  const unnamed = await images.findUnnamed()
  const repair = async () => {
    const { deleted } = await images.sweep(Date.now(), 'all')
    return `Deleted ${countOf(deleted, 'row')} and files of pictures that nobody shows.`
  }
  if (unnamed.isTooMuch) {
    return {
      ...problem(
        `Nobody shows ${unnamed.count} of ${countOf(unnamed.of, 'picture')}: the database was lost, or is older than they are. The site deletes none of them.`,
        `${RESTORE}. If they may go for ever: ${DELETE_PICTURES}`,
      ),
      ...(deletePictures && { repair }),
    }
  }
  if (unnamed.count + unnamed.files.length === 0) return ok('Every picture is shown by somebody.')
  return {
    ...note(
      `${countOf(unnamed.count, 'picture')} with ${countOf(unnamed.files.length, 'file')} that no row names: leftovers of uploads, which the site deletes every hour.`,
      REPAIR,
    ),
    repair,
  }
}
