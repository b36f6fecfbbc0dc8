import type { Video } from './video.ts'

const LINK_MAX = 2048
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/
const YOUTUBE_PLAYLIST_ID = /^[A-Za-z0-9_-]{2,64}$/
const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/

const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com'])
const VIMEO_PATH = /^\/(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/
const VIMEO_LIST_PATH =
  /^\/(?:channels\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d{1,12}\/video)\/(\d{1,12})\/?$/
const VIMEO_PLAYER_PATH = /^\/video\/(\d{1,12})\/?$/
const UPLOADED = /^upload:([0-9a-f]{24})$/
const VIMEO_HASH = /^[0-9a-f]{6,20}$/

export const VIDEO_LINK_MESSAGE = 'Video link must be a YouTube or Vimeo link, or an 11-character video id.'

/**
 * The video of a YouTube id, of any usual YouTube or Vimeo address or of `upload:{id}`, else `undefined`. Only ids are ever stored, so that
 * nothing a person typed becomes part of an address (security.md section 2.2).
 */
export function videoOf(link: string): Video | undefined {
  const trimmed = link.trim()
  if (YOUTUBE_ID.test(trimmed)) return { source: 'youtube', key: trimmed }
  const [, uploaded] = UPLOADED.exec(trimmed) ?? []
  if (uploaded !== undefined) return { source: 'upload', key: uploaded }
  const url = addressOf(trimmed)
  if (url === undefined) return undefined
  const key = youtubeIdInside(url)
  if (key !== undefined) return YOUTUBE_ID.test(key) ? { source: 'youtube', key } : undefined
  return vimeoInside(url)
}

/** The id of the YouTube playlist whose address this is; `undefined` for other addresses and for that of a video in it. */
export function playlistIdOf(link: string): string | undefined {
  const url = addressOf(link.trim())
  if (url === undefined || !YOUTUBE_HOSTS.has(url.hostname)) return undefined
  if (!['/playlist', '/watch'].includes(url.pathname) || url.searchParams.has('v')) return undefined
  const id = url.searchParams.get('list') ?? ''
  return YOUTUBE_PLAYLIST_ID.test(id) ? id : undefined
}

/** A plain web address, without a user, a password or a port. */
function addressOf(link: string): URL | undefined {
  if (link.length > LINK_MAX || !URL.canParse(link)) return undefined
  const url = new URL(link)
  const isPlain = ['https:', 'http:'].includes(url.protocol) && !(url.username || url.password || url.port)
  return isPlain ? url : undefined
}

/** The address of a video that `videoOf` understands: the bare id for YouTube. */
export function videoLinkOf({ source, key, hash }: Video): string {
  if (source === 'youtube') return key
  if (source === 'upload') return `upload:${key}`
  return `https://vimeo.com/${key}${hash === undefined ? '' : `/${hash}`}`
}

function youtubeIdInside(url: URL): string | undefined {
  if (url.hostname === 'youtu.be') return url.pathname.slice(1).replace(/\/$/, '')
  if (!YOUTUBE_HOSTS.has(url.hostname)) return undefined
  if (url.pathname === '/watch') {
    const ids = url.searchParams.getAll('v')
    return ids.length === 1 ? ids[0] : undefined
  }
  return YOUTUBE_PATH.exec(url.pathname)?.[1]
}

/** An unlisted video has a hash as well. */
function vimeoInside({ hostname, pathname, searchParams }: URL): Video | undefined {
  const isPlayer = hostname === 'player.vimeo.com'
  if (!(isPlayer || VIMEO_HOSTS.has(hostname))) return undefined
  const [, key, hashInPath] = isPlayer
    ? (VIMEO_PLAYER_PATH.exec(pathname) ?? [])
    : (VIMEO_PATH.exec(pathname) ?? VIMEO_LIST_PATH.exec(pathname) ?? [])
  if (key === undefined) return undefined
  const hash = hashInPath ?? searchParams.get('h') ?? undefined
  if (hash !== undefined && !VIMEO_HASH.test(hash)) return undefined
  return { source: 'vimeo', key, ...(hash !== undefined && { hash }) }
}
