import type { AppContext } from '#server/context.ts'
import { othersWritesIn } from '#server/data/sqlite.ts'
import type { LiveStream } from './live-stream.ts'

/** How often to check whether another process wrote to the database. */
const OTHERS_MS = 1000

export interface OpenStream {
  /** Whether the viewer may still read this stream. */
  mayRead: () => Promise<boolean>
  live: LiveStream
}

/** Closes a stream as soon as its viewer may no longer read it. */
export function createAccessChecks(
  { db, events }: AppContext,
  byUser: ReadonlyMap<string, ReadonlySet<OpenStream>>,
) {
  const check = ({ mayRead, live }: OpenStream, goOn: () => void = () => undefined) =>
    mayRead().then(
      (may) => (may ? goOn() : live.end()),
      // The check failed, so close the stream: the client reconnects and is checked again.
      () => live.end(),
    )

  const all = () => [...byUser.values()].flatMap((streams) => [...streams])
  let again = false
  let isChecking = false
  /** Runs one check at a time, as each is a query; runs all again if something changed meanwhile. */
  const checkAll = async () => {
    again = true
    if (isChecking) return
    isChecking = true
    while (again) {
      again = false
      for (const each of all()) await check(each)
    }
    isChecking = false
  }

  events.onAccessChanged((userId) => {
    if (userId === undefined) void checkAll()
    else for (const each of byUser.get(userId) ?? []) void check(each)
  })
  // The command line writes to the same SQLite file and sends no event.
  const othersWrites = othersWritesIn(db)
  let known = othersWrites?.()
  const looking = setInterval(() => {
    if (byUser.size === 0 || othersWrites?.() === known) return
    known = othersWrites?.()
    void checkAll()
  }, OTHERS_MS).unref()
  return { check, close: () => clearInterval(looking) }
}
