import { appendFileSync } from 'node:fs'

/** A thing's state in a word, or `undefined` when it is not there. */
export type State = string | undefined

interface Entry {
  acknowledged: State
  /** What it will be if the write whose answer never came was made all the same. */
  pending?: { state: State } | undefined
  /** What it was asked to be, by writes after the acknowledged one of which nobody knows. */
  uncertain: State[]
}

/**
 * What the server promised, kept by a process that outlives it: of each thing the last state that was answered with
 * 2xx, and the one that may or may not have come after it. One writer a thing, one write at a time.
 */
export interface Ledger {
  begin(key: string, state: State): void
  acknowledge(key: string): void
  /** The write was refused: it must not have happened. */
  refuse(key: string): void
  /** Nobody knows whether the write was done, and the same thing is written again before anybody looks. */
  markUncertain(key: string): void
  /** Whether this is a state that the thing may be in; looking settles what was pending. */
  settle(key: string, found: State): boolean
  keys(): Iterable<string>
  readonly acknowledged: number
}

export function createLedger(file: string): Ledger {
  const entries = new Map<string, Entry>()
  let acknowledged = 0
  const entryOf = (key: string): Entry => {
    const entry = entries.get(key) ?? { acknowledged: undefined, uncertain: [] }
    entries.set(key, entry)
    return entry
  }
  return {
    begin(key, state) {
      entryOf(key).pending = { state }
    },
    acknowledge(key) {
      const entry = entryOf(key)
      entry.acknowledged = entry.pending?.state
      entry.pending = undefined
      acknowledged += 1
      appendFileSync(file, `${key}\t${entry.acknowledged ?? ''}\n`)
    },
    refuse(key) {
      entryOf(key).pending = undefined
    },
    markUncertain(key) {
      const { uncertain, pending } = entryOf(key)
      if (pending) uncertain.push(pending.state)
      entryOf(key).pending = undefined
    },
    settle(key, found) {
      const entry = entryOf(key)
      const allowed =
        found === entry.acknowledged ||
        (entry.pending && found === entry.pending.state) === true ||
        entry.uncertain.includes(found)
      entry.acknowledged = found
      entry.pending = undefined
      entry.uncertain = []
      return allowed
    },
    keys: () => entries.keys(),
    get acknowledged() {
      return acknowledged
    },
  }
}
