/** Stands for all things, for what nobody knows the things of. */
const ANYTHING = ''

/**
 * Which of the answers that are kept show a thing: a write finds those that it concerns, however many others are kept.
 */
export interface Showing {
  /** `undefined` for an answer that any write concerns. */
  add(name: string, shown: ReadonlySet<string> | undefined): void
  /** With what it was added with. */
  remove(name: string, shown: ReadonlySet<string> | undefined): void
  /** Whose answers may be others now. */
  concernedBy(things: readonly string[]): ReadonlySet<string>
}

const UNKNOWN: ReadonlySet<string> = new Set([ANYTHING])

export function createShowing(): Showing {
  /** Most things are shown by one answer, for which a set of its own would be large. */
  const names = new Map<string, string | Set<string>>()

  const addTo = (thing: string, name: string) => {
    const found = names.get(thing)
    if (found === undefined) names.set(thing, name)
    else if (typeof found === 'string') names.set(thing, new Set([found, name]))
    else found.add(name)
  }
  const removeFrom = (thing: string, name: string) => {
    const found = names.get(thing)
    if (found === name) names.delete(thing)
    else if (typeof found === 'object' && found.delete(name) && found.size === 0) names.delete(thing)
  }
  const namesAt = (thing: string): Iterable<string> => {
    const found = names.get(thing) ?? []
    return typeof found === 'string' ? [found] : found
  }
  return {
    add(name, shown = UNKNOWN) {
      for (const thing of shown) addTo(thing, name)
    },
    remove(name, shown = UNKNOWN) {
      for (const thing of shown) removeFrom(thing, name)
    },
    concernedBy(things) {
      const concerned = new Set<string>()
      for (const thing of [ANYTHING, ...things]) for (const name of namesAt(thing)) concerned.add(name)
      return concerned
    },
  }
}
