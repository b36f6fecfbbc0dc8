/** The parameter of an address that opens an unlisted playlist. Whoever has the address sees the playlist. */
const LINK_KEY = 'key'

/** Nobody keeps the answer to such an address, lists the page or passes its address on. */
const LINK_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

/** Whether an address has a key, in any spelling. */
function hasLinkKey(address: string): boolean {
  const start = address.indexOf('?')
  return start !== -1 && new URLSearchParams(address.slice(start)).has(LINK_KEY)
}

/** The headers of the page at an address. */
export function pageHeaders(address: string, headers: Record<string, string>): Record<string, string> {
  if (!hasLinkKey(address)) return headers
  const { etag: _etag, ...others } = headers
  return { ...others, ...LINK_HEADERS }
}

/** An address as the log may have it: a key in a query would open a playlist to every reader of the log. */
export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

/** Removes the queries of all addresses in a text. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/\?[^"\s]*/g, '')
}
