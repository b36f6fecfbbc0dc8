import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { damageOf } from './damaged.ts'

// To Linux a thread has a priority of its own; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

// Each page is read once: SQLite's small cache is enough, and little of our own is loaded a second time.
const sqlite = new SQLite(String(workerData), { readonly: true, fileMustExist: true })
const finding = damageOf(sqlite)
sqlite.close()
if (finding !== undefined) parentPort?.postMessage(finding)
