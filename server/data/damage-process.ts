import { constants, setPriority } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { damageOf } from './integrity.ts'

/** Reads in a thread, because the main thread must notice when the parent process ends. */
function readInThread(path: string): void {
  setPriority(constants.priority.PRIORITY_LOW)
  const end = () => process.kill(process.pid, 'SIGKILL')
  process.once('disconnect', end)
  // The parent may have gone already; `disconnect` is emitted only once.
  if (!process.connected) end()
  const check = new Worker(new URL(import.meta.url), { workerData: path })
  check.on('message', (problem) => process.send?.(problem))
  check.on('exit', () => process.channel?.unref())
}

/** Each page is read once: SQLite's small cache is enough, and little of our own is loaded a second time. */
function read(path: string): void {
  const sqlite = new SQLite(path, { readonly: true, fileMustExist: true })
  const problem = damageOf(sqlite)
  sqlite.close()
  if (problem !== undefined) parentPort?.postMessage(problem)
}

if (isMainThread) readInThread(process.argv[2] ?? '')
else read(String(workerData))
