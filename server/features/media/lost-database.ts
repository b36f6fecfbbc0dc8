import type { Db } from '#server/data/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { countStored, hasUsers, storedAmong } from './media.queries.ts'
import { picturesOfFiles } from './picture-files.ts'

/** A first start that is cut off leaves pictures of the demo without a row, as many as are drawn at once. */
const CUT_OFF_MAX = 4

interface Site {
  /** Absent when there is no database at all. */
  db?: Db | undefined
  files: FileStore
}

/**
 * Throws an Error with one sentence when there are pictures and nobody whose they are: the site would look like a new
 * one, and its sweep would delete them all.
 */
export async function rejectLostDatabase({ db, files }: Site): Promise<void> {
  if (db && (await hasUsers(db))) return
  const few = db && (await countStored(db)) > 0 ? CUT_OFF_MAX : 0
  let unknown = 0
  for await (const some of files.list()) {
    const names = picturesOfFiles(some.map(({ name }) => name))
    unknown += names.length - (db ? (await storedAmong(db, names)).size : 0)
    if (unknown > few) throw new Error(sentence(files.location))
  }
}

const sentence = (location: string) =>
  `There are pictures in ${location} and nobody in the database, which must be missing, empty or another site's: bring it back (npm run restore -- <file> --force), let npm run doctor look, or move the pictures away if this is to be a new site.`
