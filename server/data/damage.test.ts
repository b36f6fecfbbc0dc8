import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchForDamage } from './damage.ts'

const MEGABYTE = 1024 * 1024
const PAGE = 4096
/** The reading process has a low priority, so it runs late on a busy machine. */
const PATIENCE = { timeout: 120_000 }

/** Too large to be read through before a start. */
function largeDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-damage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sqlite = new SQLite(join(folder, 'lectern.db'))
  sqlite.exec(`create table filling (bytes blob);
    with recursive row (n) as (select 1 union all select n + 1 from row where n < 70)
    insert into filling select zeroblob(${MEGABYTE}) from row`)
  sqlite.close()
  return folder
}

function damage(folder: string): void {
  const file = openSync(join(folder, 'lectern.db'), 'r+')
  writeSync(file, Buffer.alloc(PAGE, 255), 0, PAGE, 1000 * PAGE)
  closeSync(file)
}

test(
  'a separate process checks a large database and reports nothing when it is intact',
  PATIENCE,
  async () => {
    const found = vi.fn()
    const reading = await watchForDamage(largeDatabase(), found)
    if (!reading) throw new Error('Nobody reads it.')
    expect(reading.pid).not.toBe(process.pid)
    expect(await once(reading, 'exit')).toEqual([0, null])
    expect(found).not.toHaveBeenCalled()
  },
)

test('damage is logged once, with the next step', PATIENCE, async () => {
  const folder = largeDatabase()
  damage(folder)
  const error = await new Promise<Error>((found) => void watchForDamage(folder, found))
  expect(error.message).toContain(`The database in ${folder} is damaged`)
  expect(error.message).toContain('npm run doctor')
})

/** On Linux a process that ended stays in the list until its parent waits for it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !(existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
  } catch {
    return false
  }
}

function isGone(pid: number): Promise<void> {
  return vi.waitFor(() => expect(isRunning(pid)).toBe(false), PATIENCE)
}

/** Records processes that exit by themselves; a killed process cannot record anything. */
const FAREWELL = `const { isMainThread } = require('node:worker_threads')
  if (isMainThread) process.on('exit', () => require('node:fs').writeFileSync(__dirname + '/' + process.pid, ''))`

interface Ended {
  /** The process that reads. */
  pid: number
  /** With what the program ended. */
  ended: unknown[]
  /** Whether who reads stopped only because there was nothing more to do. */
  hasReadOn: () => boolean
}

/** Of a program that watches and ends like this. */
async function endWhileReading(end: string): Promise<Ended> {
  const folder = largeDatabase()
  // A reader waits in SQLite and gives up after a while.
  const holder = new SQLite(join(folder, 'lectern.db'))
  holder.exec('begin exclusive')
  onTestFinished(() => void holder.close())
  const farewell = join(folder, 'farewell.cjs')
  writeFileSync(farewell, FAREWELL)
  const program = join(folder, 'program.ts')
  const watching = JSON.stringify(new URL('damage.ts', import.meta.url).href)
  writeFileSync(
    program,
    `const { watchForDamage } = await import(${watching})
     const reading = await watchForDamage(${JSON.stringify(folder)}, () => undefined)
     ${end}`,
  )
  const env = { ...process.env, NODE_OPTIONS: `--require ${farewell}` }
  const child = fork(program, { stdio: 'inherit', env })
  const [[pid], ended] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  return { pid: Number(pid), ended, hasReadOn: () => existsSync(join(folder, String(pid))) }
}

test('shutdown does not wait for the check, and the check stops', PATIENCE, async () => {
  const { pid, ended, hasReadOn } = await endWhileReading('process.send(reading.pid, () => process.exit(0))')
  expect(ended).toEqual([0, null])
  await isGone(pid)
  expect(hasReadOn()).toBe(false)
})

test('the check stops when the site is killed', PATIENCE, async () => {
  const { pid, ended, hasReadOn } = await endWhileReading(
    `process.send(reading.pid, () => process.kill(process.pid, 'SIGKILL'))`,
  )
  expect(ended).toEqual([null, 'SIGKILL'])
  await isGone(pid)
  expect(hasReadOn()).toBe(false)
})
