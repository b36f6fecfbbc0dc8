import type { QueryResult } from 'kysely'
import { codeOf, diskFailed, type SqliteFile, unavailable } from './sqlite-file.ts'

/** Runs statements and remembers whether the disk ever failed under a write. */
export function createRunner(file: SqliteFile) {
  let distrusted = false

  /**
   * After a failed sync nobody knows what the disk holds. Nothing is written, and so nothing acknowledged, until all
   * that was committed has been written and synced anew.
   */
  function trustAgain(): void {
    if (!distrusted) return
    const [outcome] = file.prepare('pragma wal_checkpoint(truncate)').all()
    if (typeof outcome === 'object' && outcome && 'busy' in outcome && outcome.busy !== 0)
      throw unavailable('The disk failed; waiting to write everything anew.')
    distrusted = false
  }

  function run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row>
  function run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    try {
      const statement = file.prepare(sql)
      if (!(statement.readonly || file.inTransaction)) trustAgain()
      if (statement.reader) return { rows: statement.all(parameters) }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
    } catch (error) {
      if (/^SQLITE_IOERR(?!_(SHORT_)?READ)/.test(codeOf(error))) distrusted = true
      throw error
    }
  }

  /**
   * Nothing is acknowledged before this. Who comes while it lasts is not kept waiting by it. What lies behind a part of
   * the log that the disk did not keep is lost with that part, whatever its own sync says.
   */
  async function synced(): Promise<void> {
    try {
      await file.synced()
    } catch (error) {
      distrusted = true
      throw error
    }
    if (distrusted) throw diskFailed()
  }
  return { run, trustAgain, synced }
}
