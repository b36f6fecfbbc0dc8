/** The cache tag of lists that are ordered by the number of saves. */
export const ORDER_BY_SAVES = 'saves'

/** Searches rank by saves, too. */
const ORDERED = /popular|search/i

/** Returns the tag if the response of this address is ordered by saves. */
export function orderTags(address: string): readonly string[] {
  return ORDERED.test(address) ? [ORDER_BY_SAVES] : []
}
