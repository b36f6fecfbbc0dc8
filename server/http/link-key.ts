/** The parameter of an address that opens an unlisted playlist. Whoever has the address sees the playlist. */
const LINK_KEY = 'key'

/** The headers of every answer to such an address: nobody keeps it, lists it or passes it on. */
export const LINK_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

/** Whether an address has a key, in any spelling. */
export function hasLinkKey(address: string): boolean {
  const start = address.indexOf('?')
  return start !== -1 && new URLSearchParams(address.slice(start)).has(LINK_KEY)
}

/** An address as the log may have it: a key in a query would open a playlist to every reader of the log. */
export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

/** Removes the queries of all addresses in a text. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^"\s]*/g, '')
}
