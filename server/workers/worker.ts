import cluster from 'node:cluster'
import { Place } from './messages.ts'
import { openPrimaryChannel, type PrimaryChannel } from './primary-channel.ts'
import { COUNTER_FILE, openWriteCounter, type WriteCounter } from './write-counter.ts'

/** The connection of one worker to the others of its site on this machine; see docs/decisions/0015. */
export interface WorkerPool extends Place {
  primary: PrimaryChannel
  /** Counts writes. */
  changes: WriteCounter
  /** Counts failed syncs of SQLite's log. */
  failedSyncs: WriteCounter
}

/** Waits until the database is ready, unless this worker prepares it. Gives `undefined` in a site of one process. */
export async function joinWorkerPool(): Promise<WorkerPool | undefined> {
  if (!cluster.isWorker) return undefined
  const primary = openPrimaryChannel()
  const place = Place.parse(await primary.ask({ kind: 'place' }))
  return {
    ...place,
    primary,
    changes: openWriteCounter(COUNTER_FILE, 'changes', place.number),
    failedSyncs: openWriteCounter(COUNTER_FILE, 'failedSyncs', place.number),
  }
}
