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

/** The ids in a text. */
export function idsIn(text: string): string[] {
  return text.match(/\b[0-9a-f]{24}\b/g) ?? []
}
