import { withoutInvisible } from '#contract/text-rule.ts'
import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { titleBeside, withoutNumber } from './pasted-title.ts'
import { playlistIdOf, videoOf } from './video-link.ts'

/** A video that a text links to. */
export interface PastedLink {
  video: Video
  /** What the text says beside the link. */
  title?: string
}

/** A word, also with a capital inside, or several with hyphens, or a number: an id of YouTube is hardly ever so regular. */
const WORDS =
  /^(?:(?:[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]{3,})?)(?:[-_](?:[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]{3,})?))*\d?|\d+)$/

const END_OF_ID = /[.,;:]$/

/** The first video that a line links to. */
export function linkIn(text: string): PastedLink | undefined {
  return linksIn(text)[0]
}

/**
 * The videos that a line links to, each once: addresses anywhere in it, also in Markdown or an embed code, or an id alone. A word of
 * eleven letters is no id.
 */
export function linksIn(text: string): PastedLink[] {
  const line = decoded(text).trim()
  const id = withoutNumber(withoutInvisible(line)).replace(END_OF_ID, '')
  const alone = id.includes('/') || WORDS.test(id) ? undefined : videoOf(id)
  if (alone) return [{ video: alone }]
  const found = new Map<string, PlacedLink>()
  let read = 0
  for (const address of addressesIn(line)) {
    const start = Math.max(line.indexOf(address, read), read)
    read = start + address.length
    const video = videoOf(address)
    if (video === undefined) continue
    const first = found.get(videoKeyOf(video))
    if (first) first.end = read
    else found.set(videoKeyOf(video), { video, address, start, end: read })
  }
  const links = [...found.values()]
  const parts = partsOf(line, links)
  return links.map(({ video, address }, index) => ({ video, ...titleBeside(parts[index] ?? '', address) }))
}

/** The ids of the YouTube playlists that a line links to, each once. */
export function playlistsIn(text: string): string[] {
  return [...new Set(addressesIn(decoded(text)).flatMap((address) => playlistIdOf(address) ?? []))]
}

/** A video with its first address, and where in the line its addresses start and end. */
interface PlacedLink {
  video: Video
  address: string
  start: number
  end: number
}

const OPEN_TAG = /<\w[^<>]*$/
/** Quotes, brackets and commas behind a link belong to it. */
const CLOSING = /^[^\s\p{L}\p{N}<([{]*/u

/** The part of the line that each link shares with its title. Titles stand before the links if one stands before the first. */
function partsOf(line: string, links: PlacedLink[]): string[] {
  const [first] = links
  if (first === undefined || links.length === 1) return [line]
  const ends = links.map(({ end }) => end + (CLOSING.exec(line.slice(end))?.[0].length ?? 0))
  const before = line.slice(0, ends[0]).replace(OPEN_TAG, first.address)
  const starts = links.map(({ start }, index) => {
    const last = links[index - 1]?.end ?? 0
    return last + lengthBeforeLink(line.slice(last, start))
  })
  const cuts = titleBeside(before, first.address).title === undefined ? starts.slice(1) : ends.slice(0, -1)
  return links.map((_, index) => line.slice(cuts[index - 1] ?? 0, cuts[index]))
}

/** The length of a text without the beginning of a Markdown link or of a tag at its end. */
function lengthBeforeLink(text: string): number {
  const open = text.endsWith('](') ? text.lastIndexOf('[') : (OPEN_TAG.exec(text)?.index ?? -1)
  return open === -1 ? text.length : open
}

/** The name of the channel in an address may hold quotes, brackets and letters of all scripts. */
const CHANNEL = /(?<=[?&])ab_channel=(?:[\p{L}\p{M}\p{N}_.%+-]|'(?=\p{L})|\([^\s()]*\))*&?/gu
const ENTITIES = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#0?39;/g, "'"],
  [/&(?:amp;)+/g, '&'],
] as const

/** The text without the escapes of HTML, and its addresses without the name of a channel. */
function decoded(text: string): string {
  return ENTITIES.reduce((line, [entity, sign]) => line.replace(entity, sign), text).replace(CHANNEL, '')
}

/** Brackets, quotes, commas, semicolons and letters of other scripts end an address. */
const ADDRESS = /[\w.~:/?#@!$&*+=%-]+/g
/** What may stand behind an address. A quote or a backtick must stand before it as well. */
const BEHIND = /^(?:$|[\s,;)\]}>|]|<\/|\[\/|<br|[^\0-\x7f])/i
const QUOTE = /["'`]/
/** `Link:` in `Link:https://`. */
const LABEL_BEFORE = /^[^/:=?&]*[:=.](?=https?:)/i
const START_OF_SENTENCE = /^[*.:!?~_+=#&-]+/
const END_OF_SENTENCE = /(?<![*.:!?~])[*.:!?~]+$/

/** Everything in a line that may be an address; a word alone is none. */
function addressesIn(text: string): string[] {
  const line = withoutInvisible(text)
  return [...line.matchAll(ADDRESS)].flatMap(({ 0: part, index }) => {
    if (!part.includes('/')) return []
    const before = line.charAt(index - 1)
    const behind = line.slice(index + part.length, index + part.length + 3)
    const isQuoted = QUOTE.test(before) && behind.startsWith(before)
    if (!(isQuoted || BEHIND.test(behind))) return []
    // An embed code may leave out the protocol.
    if (isQuoted && part.startsWith('//')) return [`https:${part}`]
    return [part.replace(LABEL_BEFORE, '').replace(START_OF_SENTENCE, '').replace(END_OF_SENTENCE, '')]
  })
}
