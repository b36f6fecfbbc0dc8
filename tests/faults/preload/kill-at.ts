/** Ends the process, as `kill -9` would, at one of the steps of storing a picture. */
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { changeStatements } from './statements.ts'

/** written: the temporary file, unsynced. synced: before its name. named: before the row. row: its row, before what shows it. commit: before the last commit. */
const WINDOW = process.env.KILL_WINDOW
let left = Number(process.env.KILL_COUNT)

function die(window: string): void {
  if (window !== WINDOW) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

const { open, rename, writeFile } = promises

type WriteOptions = Exclude<Parameters<typeof writeFile>[2], string | null>

/** Writes as `flush: true` does, with a moment between the write and the sync. */
async function writeInSteps(path: string, bytes: Buffer, options: WriteOptions): Promise<void> {
  await writeFile(path, bytes, { ...options, flush: false })
  die('written')
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
  die('synced')
}

Object.assign(promises, {
  writeFile: (path: string, bytes: Buffer, options: WriteOptions) =>
    (path.endsWith('.tmp') ? writeInSteps : writeFile)(path, bytes, options),
  rename: async (...args: Parameters<typeof rename>) => {
    await rename(...args)
    if (String(args[1]).endsWith('.webp')) die('named')
  },
})
syncBuiltinESMExports()

/** Only the commit that publishes a picture counts, because the start of the server commits, too. */
let stored = false

changeStatements((sql, statement) => {
  const run = statement.run.bind(statement)
  if (sql.startsWith('insert into "images"')) {
    statement.run = (...values) => {
      const done = run(...values)
      stored = true
      die('row')
      return done
    }
  }
  if (sql === 'commit') {
    statement.run = () => {
      if (stored) die('commit')
      stored = false
      return run()
    }
  }
})
