/** Ends the process, as `kill -9` would, at one of the steps of storing a picture. */
import promises, { type FileHandle } from 'node:fs/promises'
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

const { open, rename } = promises

function watched(file: FileHandle): FileHandle {
  const sync = file.sync.bind(file)
  file.sync = async () => {
    die('written')
    await sync()
    die('synced')
  }
  return file
}

Object.assign(promises, {
  open: async (...args: Parameters<typeof open>) => {
    const file = await open(...args)
    return String(args[0]).endsWith('.tmp') ? watched(file) : file
  },
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
