/** Ends the process, as `kill -9` would, right before the statement of this number. */
import { changeStatements } from './statements.ts'

const KILL_AT = Number(process.env.KILL_AT)
let statements = 0

function tick(): void {
  statements += 1
  if (statements === KILL_AT) process.kill(process.pid, 'SIGKILL')
}

changeStatements((_sql, statement) => {
  const run = statement.run.bind(statement)
  const all = statement.all.bind(statement)
  statement.run = (...values) => {
    tick()
    return run(...values)
  }
  statement.all = (...values) => {
    tick()
    return all(...values)
  }
})
