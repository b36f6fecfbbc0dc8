/**
 * What a write changed of what visitors are shown: the ids of the things, or everything, for a write that may move,
 * show or hide things in lists and searches.
 */
export type Changed = 'everything' | readonly string[]

/** Of a write that no visitor can see. */
export const NOTHING_SHOWN: Changed = []
/** Beside an id, for a write that may move it in what is ordered by how often playlists are saved. */
export const ORDER_BY_SAVES = 'saves'

const ID_LENGTH = 24
const HEX_DIGIT = kindsOf(/[0-9a-f]/)
const OF_WORDS = kindsOf(/\w/)
/** Searches rank by it too. */
const ORDERED_BY_SAVES = /popular|search/i

/**
 * What an answer tells of: every thing whose id is in it or in its address, so that no answer has to say it, or can
 * forget to.
 */
export function shownIn(address: string, text: string): ReadonlySet<string> {
  const shown = new Set(idsIn(`${address} ${text}`))
  if (ORDERED_BY_SAVES.test(address)) shown.add(ORDER_BY_SAVES)
  return shown
}

/** Of each character of ASCII, whether it is one of these. */
function kindsOf(characters: RegExp): boolean[] {
  return Array.from({ length: 128 }, (_, code) => characters.test(String.fromCharCode(code)))
}

/**
 * What `/\b[0-9a-f]{24}\b/g` matches, in a quarter of its time: no id fits between two places that are as far from each
 * other as an id is long, so only one letter of so many is looked at.
 */
function idsIn(text: string): string[] {
  const is = (kind: boolean[], at: number) => kind[text.charCodeAt(at)] === true
  const ids: string[] = []
  for (let at = ID_LENGTH - 1; at < text.length; ) {
    let start = at
    let end = at
    while (is(HEX_DIGIT, start - 1)) start -= 1
    while (is(HEX_DIGIT, end)) end += 1
    if (end - start === ID_LENGTH && !is(OF_WORDS, start - 1) && !is(OF_WORDS, end))
      ids.push(text.slice(start, end))
    at = end + ID_LENGTH
  }
  return ids
}

/** Both of them; what grows beyond a few hundred things is everything. */
export function bothOf(one: Changed, other: Changed): Changed {
  if (one === 'everything' || other === 'everything') return 'everything'
  const both = new Set([...one, ...other])
  return both.size > MOST_NAMED ? 'everything' : [...both]
}

const MOST_NAMED = 300
