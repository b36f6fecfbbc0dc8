/**
 * A careless server: it responds before its commit. The product's files stay unchanged. The checker has to find the lost
 * writes of such a server, or it proves nothing about ours.
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
  // A request between response and commit continues the open transaction.
  if (sql === 'begin immediate') statement.run = () => (late === undefined ? run() : NOTHING)
})
