import type { QueryResult } from 'kysely'
import { codeOf, diskFailed, type SqliteFile, unavailable } from './sqlite-file.ts'

/** After a failed sync also what is in the log already may not last; after another failure what is written next. */
type Doubt = 'log' | 'writes'

function doubtAfter(code: string, before: Doubt | undefined): Doubt | undefined {
  if (before === 'log' || /^SQLITE_IOERR.*FSYNC/.test(code)) return 'log'
  return /^SQLITE_IOERR(?!_(SHORT_)?READ)/.test(code) ? 'writes' : before
}

/** Runs statements and remembers whether the disk ever failed under a write. */
export function createRunner(file: SqliteFile) {
  let distrusted: Doubt | undefined

  function distrust(doubt: Doubt | undefined): void {
    if (doubt === 'log' && distrusted !== 'log') file.doubts?.add()
    distrusted = doubt
  }

  /** What another process could not sync, ours may lie behind: it is the same log. */
  function hearOthers(): void {
    if (file.doubts?.grew()) distrusted = 'log'
  }

  /**
   * After a failed sync nobody knows what the disk holds. Nothing is written, and so nothing acknowledged, until all
   * that was committed has been written and synced anew.
   */
  function trustAgain(): void {
    hearOthers()
    if (distrusted === undefined) return
    const [outcome] = file.prepare('pragma wal_checkpoint(truncate)').all()
    if (typeof outcome === 'object' && outcome && 'busy' in outcome && outcome.busy !== 0)
      throw unavailable('The disk failed; waiting to write everything anew.')
    distrusted = undefined
  }

  /** `within` a transaction nothing has to be trusted again: that was asked when it began. */
  function run<Row>(sql: string, parameters: readonly unknown[], within?: boolean): QueryResult<Row>
  function run(sql: string, parameters: readonly unknown[], within = false): QueryResult<unknown> {
    try {
      const statement = file.prepare(sql)
      if (!statement.readonly) file.wrote()
      if (!(within || statement.readonly)) trustAgain()
      if (statement.reader) return { rows: statement.all(parameters) }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
    } catch (error) {
      distrust(doubtAfter(codeOf(error), distrusted))
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
      distrust('log')
      throw error
    }
    hearOthers()
    if (distrusted === 'log') throw diskFailed()
  }
  return { run, trustAgain, synced }
}
