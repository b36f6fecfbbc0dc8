/**
 * A careless server: it answers before its commit, which follows a moment later. The product's files are untouched; the
 * checker has to find what such a server loses, or it would find nothing in ours either.
 */
import { changeStatements } from './statements.ts'

const LATE_MS = 40
const NOTHING = { changes: 0, lastInsertRowid: 0 }
/** The first commit makes the log, which the server syncs after each of them. */
let hasLog = false
let late: NodeJS.Timeout | undefined

changeStatements((sql, statement) => {
  const run = statement.run.bind(statement)
  if (sql === 'commit') {
    statement.run = () => {
      if (!hasLog) {
        hasLog = true
        return run()
      }
      late ??= setTimeout(() => {
        late = undefined
        run()
      }, LATE_MS)
      return NOTHING
    }
  }
  // Whoever comes in this moment goes on with the transaction that is still open.
  if (sql === 'begin immediate') statement.run = () => (late === undefined ? run() : NOTHING)
})
