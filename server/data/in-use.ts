import { existsSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { DATABASE_FILE } from './database.ts'
import { isDamaged } from './integrity.ts'

/** Whether a running site, or a tool, has the database in `folder` open. A file that is not a database is not in use. */
export function isInUse(folder: string): boolean {
  const path = join(folder, DATABASE_FILE)
  if (!existsSync(path)) return false
  const sqlite = new SQLite(path, { timeout: 0 })
  try {
    sqlite.pragma('locking_mode = exclusive')
    sqlite.exec('begin exclusive; rollback')
    return false
  } catch (error) {
    if (isDamaged(error)) return false
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    sqlite.close()
  }
}
