/**
 * What a write changed for visitors: the ids of rows (and words such as 'saves' for an order), or everything, for a write
 * that may move, show or hide rows in lists and searches.
 */
export type Tags = 'everything' | readonly string[]

/** For a write that changes nothing a visitor can see. */
export const NO_TAGS: Tags = []

/** A longer list of ids is sent to other processes as 'everything'. */
const TAGS_MAX = 300

export function mergeTags(one: Tags, other: Tags): Tags {
  if (one === 'everything' || other === 'everything') return 'everything'
  const merged = new Set([...one, ...other])
  return merged.size > TAGS_MAX ? 'everything' : [...merged]
}

/** Invalidates the caches of all processes after a write. */
export interface Invalidation {
  /** Call it after the commit and before the answer. It reaches this process at once, then other workers and nodes. */
  invalidate(tags: Tags): void
  onInvalidate(listener: (tags: Tags) => void): void
  /** Notices what other processes wrote to the same SQLite file. Call it before anything cached is sent. */
  checkOthers(): void
  /** False while writes of another node may be missed. */
  readonly seesOthers: boolean
}

interface InvalidationOptions {
  /** A number that changes when another process writes to the same SQLite file. */
  dataVersion: (() => number) | undefined
}

export interface Peers {
  changed?: (tags: Tags) => void
  readonly isConnected: boolean
  /** Notices writes that were not sent; called before anything cached is used. */
  look?: () => void
}

/** `join` connects to the other processes of the site; it may be slow, so listeners can be added before it is done. */
export async function createInvalidation<Joined extends Peers>(
  { dataVersion }: InvalidationOptions,
  join: (onInvalidated: (tags: Tags) => void) => Promise<Joined>,
): Promise<Invalidation & { peers: Joined }> {
  const listeners: ((tags: Tags) => void)[] = []
  const notify = (tags: Tags) => {
    for (const listener of listeners) listener(tags)
  }
  const peers = await join(notify)
  let known = dataVersion?.()
  let isChecked = false
  return {
    peers,
    invalidate(tags) {
      if (tags.length === NO_TAGS.length) return
      notify(tags)
      peers.changed?.(tags)
    },
    onInvalidate: (listener) => listeners.push(listener),
    checkOthers() {
      // Requests that are read in one turn of the event loop had arrived before the first of them was checked.
      if (isChecked) return
      isChecked = true
      setImmediate(() => {
        isChecked = false
      })
      peers.look?.()
      const now = dataVersion?.()
      if (now === known) return
      known = now
      notify('everything')
    },
    get seesOthers() {
      return peers.isConnected
    },
  }
}
