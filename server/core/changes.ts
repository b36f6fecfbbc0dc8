/**
 * What a write changed of what visitors are shown: the ids of the things, or everything, for a write that may move,
 * show or hide things in lists and searches.
 */
export type Changed = 'everything' | readonly string[]

/** Of a write that no visitor can see. */
export const NOTHING_SHOWN: Changed = []
/** Beside an id, for a write that may move it in what is ordered by how often playlists are saved. */
export const ORDER_BY_SAVES = 'saves'

const ID = /\b[0-9a-f]{24}\b/g
/** Searches rank by it too. */
const ORDERED_BY_SAVES = /popular|search/i

/**
 * What an answer tells of: every thing whose id is in it or in its address, so that no answer has to say it, or can
 * forget to.
 */
export function shownIn(address: string, text: string): ReadonlySet<string> {
  const shown = new Set<string>(`${address} ${text}`.match(ID))
  if (ORDERED_BY_SAVES.test(address)) shown.add(ORDER_BY_SAVES)
  return shown
}

/** Whether an answer that shows this may be another one now. */
export function concerns(changed: Changed, shown: ReadonlySet<string>): boolean {
  return changed === 'everything' || changed.some((each) => shown.has(each))
}

/** Both of them; what grows beyond a few hundred things is everything. */
export function bothOf(one: Changed, other: Changed): Changed {
  if (one === 'everything' || other === 'everything') return 'everything'
  const both = new Set([...one, ...other])
  return both.size > MOST_NAMED ? 'everything' : [...both]
}

const MOST_NAMED = 300
