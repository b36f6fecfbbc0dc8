import { stat } from 'node:fs/promises'
import { type DatabaseConfig, type Db, openToolDatabase } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'

const NOT_RECORDED = '[backup] The site does not know of this backup: its start or end could not be stored.'

/**
 * Stores in the site that a backup begins, and returns what stores its end. If that fails, the backup stands, and a warning says
 * so. The backup reads the site; only this writes to it, in one short statement each.
 */
export function recordBackup(config: DatabaseConfig, fileName: string) {
  const id = newId()
  const started = write(config, (db) =>
    db
      .insertInto('backups')
      .values({ id, file_name: fileName, started_at: new Date().toISOString() })
      .execute(),
  )
  const end = async (how: { state: 'done' | 'failed'; bytes?: number; error?: string }) => {
    const finished_at = new Date().toISOString()
    const isStored =
      (await started) &&
      (await write(config, (db) =>
        db
          .updateTable('backups')
          .set({ ...how, finished_at })
          .where('id', '=', id)
          .execute(),
      ))
    if (!isStored) console.warn(NOT_RECORDED)
  }
  return async <Made>(made: Promise<Made>, file: string): Promise<Made> => {
    try {
      const result = await made
      await end({ state: 'done', bytes: (await stat(file)).size })
      return result
    } catch (error) {
      await end({ state: 'failed', error: error instanceof Error ? error.message : String(error) })
      throw error
    }
  }
}

async function write(config: DatabaseConfig, work: (db: Db) => Promise<unknown>): Promise<boolean> {
  try {
    await using db = openToolDatabase(config)
    await work(db)
    return true
  } catch {
    return false
  }
}
