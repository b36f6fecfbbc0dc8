import { sql } from 'kysely'
import { type Database, type DatabasePlace, type Db, openSiteDatabase } from './database.ts'

/** What others wrote unheard is read at most this much later (docs/decisions/0010-reads-from-replicas.md). */
const FRESH_MS = 2000
const LOOK_EVERY_MS = 1000
/** After a write, and while a replica is behind. */
const LOOK_SOON_MS = 20
/** A replica has less time than the primary: whoever waited for it in vain waits for the primary too. */
const PATIENCE_MS = 500

/** Where those read who need not be told by the primary. */
export interface Replicas {
  /** A replica that has everything that this node heard of, or the primary. */
  choose(): Db
  /** What failed is not read before it was looked at again; false when it is the primary, and there is nothing else. */
  gaveUp(db: Db): boolean
  /** Something was committed, here or on a node that told us. */
  wrote(): void
  /** How many seconds each may lack; infinite while it cannot be read. */
  behind(): { host: string; value: number }[]
  close(): Promise<void>
}

interface ReplicasParts {
  primary: Db
  place: DatabasePlace & { DATABASE_REPLICA_URL: string[] }
  /** While false, writes of other nodes may be unknown here. */
  hears: () => boolean
  log: { warn: (details: object, message: string) => void; info: (message: string) => void }
}

/** Reads of one moment go to one of them, in turns. */
export function openReplicas({ primary, place, hears, log }: ReplicasParts): Replicas {
  let lastWrite = performance.now()
  let turn = 0
  const wroteAt = () => lastWrite
  const replicas = place.DATABASE_REPLICA_URL.map((url) => watchReplica({ url, place, wroteAt, log }))
  return {
    choose() {
      if (replicas.length === 0 || !hears()) return primary
      const oldest = Math.max(lastWrite, performance.now() - FRESH_MS)
      const usable = replicas.filter(({ holds }) => holds >= oldest)
      turn += 1
      return usable[turn % usable.length]?.db ?? primary
    },
    gaveUp(db) {
      if (db === primary) return false
      replicas.find((replica) => replica.db === db)?.giveUp()
      return true
    },
    wrote() {
      lastWrite = performance.now()
      for (const replica of replicas) replica.lookSoon()
    },
    behind: () =>
      replicas.map(({ host, holds }) => ({ host, value: Math.max(0, performance.now() - holds) / 1000 })),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/** Everything that was acknowledged before `moment` is before `position` in the log of `system`. */
interface Mark {
  moment: number
  position: string
  system: string
}

async function markOf(primary: Database): Promise<Mark> {
  const moment = performance.now()
  const { rows } = await sql<{ position: string; system: string }>`
    select cast(system_identifier as text) as system,
      cast(case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as text) as position
    from pg_control_system()`.execute(primary)
  const [row] = rows
  if (!row) throw new Error('The primary has no position.')
  return { moment, ...row }
}

/** Throws when it is no replica of that primary: its positions would mean nothing. */
async function hasReplayed(replica: Database, { position, system }: Mark): Promise<boolean> {
  const { rows } = await sql<{ known: number; replayed: number | null }>`
    select pg_is_in_recovery() and cast(system_identifier as text) = ${system} as known,
      pg_last_wal_replay_lsn() >= cast(${position} as pg_lsn) as replayed
    from pg_control_system()`.execute(replica)
  const [row] = rows
  if (row?.known !== 1) throw new Error('It is no streaming replica of the database in DATABASE_URL.')
  return row.replayed === 1
}

interface WatchedReplica {
  db: Database
  /** Host and port, for the log. */
  host: string
  /** Everything that was acknowledged before this moment is in it. */
  readonly holds: number
  giveUp(): void
  lookSoon(): void
  close(): Promise<void>
}

interface WatchParts extends Pick<ReplicasParts, 'place' | 'log'> {
  url: string
  wroteAt: () => number
}

/** Looks on connections of its own, so that a crowd of readers does not make a replica seem old. */
function openDatabases({ url, place }: Pick<WatchParts, 'url' | 'place'>) {
  const hurried = { ...place, DATABASE_TIMEOUT_MS: Math.min(PATIENCE_MS, place.DATABASE_TIMEOUT_MS) }
  return {
    db: openSiteDatabase({ ...hurried, DATABASE_URL: url }),
    looked: openSiteDatabase({ ...hurried, DATABASE_URL: url, DATABASE_CONNECTIONS: 1 }),
    primary: openSiteDatabase({ ...hurried, DATABASE_CONNECTIONS: 1 }),
  }
}

/** Looks every second, and soon after every write, how far a replica is; no request waits for it. */
function watchReplica({ url, place, wroteAt, log }: WatchParts): WatchedReplica {
  const { db, looked, primary } = openDatabases({ url, place })
  const { host } = new URL(url)
  let holds = Number.NEGATIVE_INFINITY
  let mark: Mark | undefined
  let failing = false
  let looking: Promise<void> | undefined
  let closed = false

  const look = async () => {
    mark ??= await markOf(primary)
    const { moment } = mark
    if (await hasReplayed(looked, mark)) {
      holds = moment
      mark = undefined
    }
    if (failing) log.info(`the replica ${host} is back`)
    failing = false
  }
  const failed = (error: unknown) => {
    holds = Number.NEGATIVE_INFINITY
    mark = undefined
    if (!(failing || closed)) log.warn({ err: error }, `the replica ${host} is not read`)
    failing = true
  }
  const isSoon = () => {
    if (failing) return false
    return mark ? performance.now() - mark.moment < FRESH_MS : holds < wroteAt()
  }
  const timer = createTimer(() => {
    looking = look()
      .catch(failed)
      .then(() => {
        if (!closed) timer.within(isSoon() ? LOOK_SOON_MS : LOOK_EVERY_MS)
      })
  })
  timer.within(0)
  return {
    db,
    host,
    get holds() {
      return holds
    },
    giveUp() {
      holds = Number.NEGATIVE_INFINITY
      mark = undefined
    },
    lookSoon() {
      if (isSoon()) timer.sooner(LOOK_SOON_MS)
    },
    async close() {
      closed = true
      timer.stop()
      await looking
      await Promise.all([db, looked, primary].map((each) => each.destroy()))
    },
  }
}

/** One time to do something at; it can be brought forward, never put off. */
function createTimer(act: () => void) {
  let timer: NodeJS.Timeout | undefined
  let due = 0
  const within = (milliseconds: number) => {
    due = performance.now() + milliseconds
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      act()
    }, milliseconds)
    timer.unref()
  }
  return {
    within,
    sooner(milliseconds: number) {
      if (timer && due > performance.now() + milliseconds) within(milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}
