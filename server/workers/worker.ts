import cluster from 'node:cluster'
import { Place } from './messages.ts'
import { type Line, openLine } from './primary-channel.ts'
import { openTally, TALLY_FILE, type Tally } from './write-counter.ts'

/** What a worker shares with the others of its site on this machine; see docs/decisions/0015. */
export interface Crew extends Place {
  line: Line
  /** Writes. */
  changes: Tally
  /** Failures of the disk under SQLite's log. */
  doubts: Tally
}

/** Waits until the database is prepared, unless this worker is to prepare it; `undefined` in the only process of a site. */
export async function joinCrew(): Promise<Crew | undefined> {
  if (!cluster.isWorker) return undefined
  const line = openLine()
  const place = Place.parse(await line.ask({ kind: 'place' }))
  return {
    ...place,
    line,
    changes: openTally(TALLY_FILE, 'changes', place.number),
    doubts: openTally(TALLY_FILE, 'doubts', place.number),
  }
}
