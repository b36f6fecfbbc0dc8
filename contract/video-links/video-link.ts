import { secondOf } from '#contract/video/start-time.ts'
import type { Video } from '#contract/video/video.ts'

const LINK_MAX = 2048
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/
const YOUTUBE_PLAYLIST_ID = /^[A-Za-z0-9_-]{2,64}$/
const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'gaming.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
  'youtubekids.com',
  'www.youtubekids.com',
])
const YOUTUBE_SHORT_HOSTS = new Set(['youtu.be', 'www.youtu.be'])
const YOUTUBE_STUDIO = 'studio.youtube.com'
/** The address of a playlist may name the video that is open in it. */
const YOUTUBE_WATCH_PATH = /^\/(?:watch|playlist)\/?$/
const YOUTUBE_ATTRIBUTION_PATH = '/attribution_link'
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v|e|watch)\/([^/]+)\/?$/
const YOUTUBE_STUDIO_PATH = /^\/video\/([^/]+)(?:\/[\w/-]*)?$/
const YOUTUBE_LIST_PATH = /^\/(?:playlist|watch|embed\/videoseries)\/?$/
/** What an embed address has in place of an id, for the videos of a playlist and for the live stream of a channel. */
const NO_YOUTUBE_IDS = new Set(['videoseries', 'live_stream'])

const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com'])
const VIMEO_PATH = /^\/(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/
const VIMEO_LIST_PATH =
  /^\/(?:channels\/[\w-]+|groups\/[\w-]+\/videos|ondemand\/[\w-]+|(?:album|showcase)\/[\w-]+\/video)\/(\d{1,12})\/?$/
/** The page of one's own video. */
const VIMEO_MANAGE_PATH = /^\/manage\/(?:videos\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?(?:\/[a-z-]+)*\/?$/
/** Where a team comments on a video. Its hash opens this page only. */
const VIMEO_REVIEW_PATH = /^\/[\w-]+\/review\/(\d{1,12})(?:\/\w+)?\/?$/
/** A showcase; the address names the video that is open in it. */
const VIMEO_SHOWCASE_PATH = /^\/(?:album|showcase)\/[\w-]+\/?$/
const VIMEO_PLAYER_PATH = /^\/video\/(\d{1,12})\/?$/
const UPLOADED = /^upload:([0-9a-f]{24})$/
const VIMEO_HASH = /^[0-9a-f]{6,20}$/

export const VIDEO_LINK_MESSAGE = 'Video link must be a YouTube or Vimeo link, or an 11-character video id.'

/**
 * The video of a YouTube id, of any usual YouTube or Vimeo address, with or without `https://`, or of `upload:{id}`, else
 * `undefined`. Only ids and a start time are ever stored, so that nothing a person typed becomes part of an address.
 */
export function videoOf(link: string): Video | undefined {
  const trimmed = link.trim()
  if (YOUTUBE_ID.test(trimmed)) return { source: 'youtube', key: trimmed }
  const [, uploaded] = UPLOADED.exec(trimmed) ?? []
  if (uploaded !== undefined) return { source: 'upload', key: uploaded }
  const address = addressOf(trimmed)
  const url = address && targetOf(address)
  if (url === undefined) return undefined
  const video = youtubeInside(url) ?? vimeoInside(url)
  return video && { ...video, ...startIn(url) }
}

/** The id of the YouTube playlist whose address this is; `undefined` for other addresses and for that of a video in it. */
export function playlistIdOf(link: string): string | undefined {
  const url = addressOf(link.trim())
  if (url === undefined || !YOUTUBE_HOSTS.has(url.hostname)) return undefined
  if (!YOUTUBE_LIST_PATH.test(url.pathname) || url.searchParams.has('v')) return undefined
  const id = url.searchParams.get('list') ?? ''
  return YOUTUBE_PLAYLIST_ID.test(id) ? id : undefined
}

/**
 * A plain web address, without a user, a password or a port. Its protocol may be left out, and `?` and `&` may stand for each other, as when
 * a start time was added by hand: `/id&t=90`.
 */
function addressOf(link: string): URL | undefined {
  const address = /^(?:https?:|\/\/)/i.test(link) ? link : `https://${link}`
  if (address.length > LINK_MAX || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username || url.password || url.port) return undefined
  const [path = '', ...query] = (url.pathname + url.search).split(/[?&]/)
  url.pathname = path
  url.search = query.join('&')
  return url
}

/** The address that an attribution link of YouTube leads to; every other address leads to itself. */
function targetOf(url: URL): URL | undefined {
  if (!YOUTUBE_HOSTS.has(url.hostname) || url.pathname !== YOUTUBE_ATTRIBUTION_PATH) return url
  return addressOf(url.hostname + (url.searchParams.get('u') ?? ''))
}

/** The address of a video that `videoOf` understands, without its start time: the bare id for YouTube. */
export function videoLinkOf({ source, key, hash }: Video): string {
  if (source === 'youtube') return key
  if (source === 'upload') return `upload:${key}`
  return `https://vimeo.com/${key}${hash === undefined ? '' : `/${hash}`}`
}

function youtubeInside(url: URL): Video | undefined {
  const key = youtubeIdInside(url)
  if (key === undefined || !YOUTUBE_ID.test(key) || NO_YOUTUBE_IDS.has(key)) return undefined
  return { source: 'youtube', key }
}

function youtubeIdInside({ hostname, pathname, searchParams }: URL): string | undefined {
  if (YOUTUBE_SHORT_HOSTS.has(hostname)) return pathname.slice(1).replace(/\/$/, '')
  if (hostname === YOUTUBE_STUDIO) return YOUTUBE_STUDIO_PATH.exec(pathname)?.[1]
  if (!YOUTUBE_HOSTS.has(hostname)) return undefined
  if (!YOUTUBE_WATCH_PATH.test(pathname)) return YOUTUBE_PATH.exec(pathname)?.[1]
  const [id, ...others] = new Set(searchParams.getAll('v'))
  return others.length === 0 ? id : undefined
}

/** An unlisted video has a hash as well. */
function vimeoInside(url: URL): Video | undefined {
  const [key, hashInPath] = vimeoIdInside(url)
  const hash = hashInPath ?? (url.searchParams.get('h') || undefined)
  if (key === undefined || (hash !== undefined && !VIMEO_HASH.test(hash))) return undefined
  return { source: 'vimeo', key, ...(hash !== undefined && { hash }) }
}

/** The id and, if the path has one, the hash. */
function vimeoIdInside({ hostname, pathname, searchParams }: URL): (string | undefined)[] {
  if (hostname === 'player.vimeo.com') return VIMEO_PLAYER_PATH.exec(pathname)?.slice(1) ?? []
  if (!VIMEO_HOSTS.has(hostname)) return []
  if (VIMEO_SHOWCASE_PATH.test(pathname)) return /^\d{1,12}$/.exec(searchParams.get('video') ?? '') ?? []
  const patterns = [VIMEO_PATH, VIMEO_LIST_PATH, VIMEO_MANAGE_PATH, VIMEO_REVIEW_PATH]
  return patterns.flatMap((pattern) => pattern.exec(pathname)?.slice(1) ?? [])
}

/** The start time of `?t=90`, `?start=90` or `#t=1m30s`. */
function startIn({ searchParams, hash }: URL): Pick<Video, 'startsAt'> {
  const after = new URLSearchParams(hash.slice(1))
  const named = ['t', 'start', 'time_continue'].map((name) => searchParams.get(name))
  const startsAt = secondOf([...named, after.get('t')].find((text) => text !== null) ?? '')
  return startsAt ? { startsAt } : {}
}
