/** The cache tag of lists that are ordered by how often playlists are saved. */
export const ORDER_BY_SAVES = 'saves'

/** Searches rank by saves, too. */
const ORDERED = /popular|search/i

/** The tag, if what this address answers is ordered by saves. */
export function orderTags(address: string): readonly string[] {
  return ORDERED.test(address) ? [ORDER_BY_SAVES] : []
}
