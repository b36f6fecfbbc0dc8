const ID = /^[A-Za-z0-9_-]{11}$/
const LINK_MAX = 2048
const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/

export const VIDEO_LINK_MESSAGE = 'Video link must be a YouTube link or an 11-character video id.'

/**
 * The 11-character id inside a YouTube id or any usual YouTube address, else `undefined`. Only the id is ever stored,
 * so that nothing a person typed becomes part of an address (security.md section 2.2).
 */
export function videoIdOf(link: string): string | undefined {
  const trimmed = link.trim()
  if (ID.test(trimmed)) return trimmed
  if (trimmed.length > LINK_MAX || !URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  if (!['https:', 'http:'].includes(url.protocol) || url.username || url.password || url.port)
    return undefined
  const id = idInside(url)
  return id !== undefined && ID.test(id) ? id : undefined
}

function idInside(url: URL): string | undefined {
  if (url.hostname === 'youtu.be') return url.pathname.slice(1).replace(/\/$/, '')
  if (!HOSTS.has(url.hostname)) return undefined
  if (url.pathname === '/watch') {
    const ids = url.searchParams.getAll('v')
    return ids.length === 1 ? ids[0] : undefined
  }
  return PATH.exec(url.pathname)?.[1]
}
