/**
 * A careless server: it answers before its commit, which follows a moment later. The product's files are untouched; the
 * checker has to find what such a server loses, or it would find nothing in ours either.
 */
import { changeStatements } from './statements.ts'

const LATE_MS = 40
let late: (() => void) | undefined
/** The first commit makes the log, which is synced after each of them. */
let hasLog = false

function commitNow(): void {
  const commit = late
  late = undefined
  commit?.()
}

changeStatements((sql, statement) => {
  const run = statement.run.bind(statement)
  if (sql === 'commit') {
    statement.run = () => {
      if (!hasLog) {
        hasLog = true
        return run()
      }
      late = run
      setTimeout(commitNow, LATE_MS)
      return { changes: 0, lastInsertRowid: 0 }
    }
  }
  if (sql === 'begin immediate') {
    statement.run = () => {
      commitNow()
      return run()
    }
  }
})
