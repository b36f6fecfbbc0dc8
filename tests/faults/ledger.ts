import { appendFileSync } from 'node:fs'

/** The state of a key, or `undefined` when its row does not exist. */
export type State = string | undefined

interface Entry {
  acknowledged: State
  /** The state that the open write leads to, if it was made. */
  pending?: { state: State } | undefined
  /** The states of later writes with an unknown result. */
  uncertain: State[]
}

/**
 * What the server acknowledged, recorded by a process that outlives it: for each key the last state that got a 2xx
 * response, and the state of a write that is still open. Each key has one writer, which makes one write at a time.
 */
export interface Ledger {
  begin(key: string, state: State): void
  acknowledge(key: string): void
  /** The server rejected the write, so it must not have happened. */
  reject(key: string): void
  /** The result of the write is unknown, and the writer continues with the same key. */
  markUncertain(key: string): void
  /** Whether this state is allowed. It replaces whatever was open. */
  settle(key: string, actual: State): boolean
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
    reject(key) {
      entryOf(key).pending = undefined
    },
    markUncertain(key) {
      const { uncertain, pending } = entryOf(key)
      if (pending) uncertain.push(pending.state)
      entryOf(key).pending = undefined
    },
    settle(key, actual) {
      const entry = entryOf(key)
      const allowed =
        actual === entry.acknowledged ||
        (entry.pending && actual === entry.pending.state) === true ||
        entry.uncertain.includes(actual)
      entry.acknowledged = actual
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
