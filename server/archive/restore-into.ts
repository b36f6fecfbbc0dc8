import { rm } from 'node:fs/promises'
import { type Database, openDatabase, transaction } from '#server/core/db/database.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { isServed, setTablesAside, tablesIn } from '#server/core/db/set-aside.ts'
import { rebuildSearchIndex, said } from '#server/core/search-index/rebuild.ts'
import type { ImageFiles } from '#server/features/media/image-files.ts'
import { moveRows } from './move-rows.ts'
import { buildSite, type Restored, type RestoreParts } from './restore-backup.ts'
import { openStaging } from './staging.ts'

interface RestoreIntoParts extends RestoreParts {
  /** A PostgreSQL database; what is in it is set aside by force only. */
  into: Database
  /** Where the pictures go, before the rows that name them. */
  bucket: ImageFiles
}

/**
 * The same for a site on PostgreSQL: built and checked beside, as a folder, then all of its rows in one transaction.
 * Throws an Error with one sentence, and the database is as it was.
 */
export async function restoreIntoPostgres(parts: RestoreIntoParts): Promise<Restored> {
  const { folder, force, into, progress } = parts
  const former = await tablesIn(into)
  if (former.length > 0 && !force) {
    throw new Error(
      'The database is not empty. Restore into another one, or add --force to set its tables aside.',
    )
  }
  if (await isServed(into)) throw new Error('A site is running on this database. Stop it first.')
  const staging = await openStaging(folder)
  try {
    const built = await buildSite(parts, staging)
    const aside = `before_restore_${new Date().toISOString().replaceAll(/\D/g, '')}`
    const from = openDatabase(staging)
    try {
      await transaction(into, async (trx) => {
        if (former.length > 0) await setTablesAside(trx, former, aside)
        await migrate(trx)
        await moveRows({ from, into: trx, progress })
        await rebuildSearchIndex(trx, said(progress))
      })
    } finally {
      await from.destroy()
    }
    return { ...built, setAside: former.length > 0 ? `the schema ${aside}` : undefined }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
