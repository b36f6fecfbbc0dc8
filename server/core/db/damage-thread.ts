import { parentPort, workerData } from 'node:worker_threads'
import { damageOf } from './damage.ts'
import { openSqliteToRead } from './dialect.ts'

const sqlite = openSqliteToRead(String(workerData))
const finding = damageOf(sqlite)
sqlite.close()
if (finding !== undefined) parentPort?.postMessage(finding)
