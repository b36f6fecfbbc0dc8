import { characters, withoutInvisible } from './text.ts'
import { TITLE_MIN } from './text-fields.ts'
import type { Video } from './video.ts'
import { playlistIdOf, videoOf } from './video-link.ts'

/** A video that a line of text links to. */
export interface PastedLink {
  video: Video
  /** What the line says beside the link. */
  title?: string
}

/** Letters as in a word, or in words with hyphens: an id of YouTube is never so regular. */
const WORDS = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-_](?:[A-Z]?[a-z]+|[A-Z]+))*$/

const END_OF_ID = /[.,;:]$/

/**
 * The video that a line links to: an address anywhere in it, also in Markdown or an embed code, or an id alone. A word of eleven letters
 * is no id.
 */
export function linkIn(text: string): PastedLink | undefined {
  const line = text.replaceAll('&amp;', '&').trim()
  const id = withoutNumber(withoutInvisible(line)).replace(END_OF_ID, '')
  const alone = id.includes('/') || WORDS.test(id) ? undefined : videoOf(id)
  if (alone) return { video: alone }
  for (const address of addressesIn(line)) {
    const video = videoOf(address)
    if (video) return { video, ...titleBeside(line, address) }
  }
  return undefined
}

/** The id of the YouTube playlist that a line links to. */
export function playlistIn(text: string): string | undefined {
  return addressesIn(text.replaceAll('&amp;', '&')).flatMap((address) => playlistIdOf(address) ?? [])[0]
}

/** Brackets, quotes, commas, semicolons and letters of other scripts end an address. */
const ADDRESS = /[\w.~:/?#@!$&*+=%-]+/g
/** What may stand behind an address. A quote or a backtick must stand before it as well. */
const BEHIND = /^(?:$|[\s,;)\]>|]|<\/|<br|[^\0-\x7f])/i
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

/** `1.`, `2)` or `-` before an entry of a list. */
const NUMBER = /^(?:[-*+•–—](?=\s)|\(?\d{1,3}[.):](?!\d)|\d{1,3}\s*[\t,;](?!\d))\s*/
const withoutNumber = (line: string) => line.replace(NUMBER, '')

const TAG = /<[^<>]*>/g
/** The part of a Markdown link in parentheses. */
const MARKDOWN_TARGET = /(?<=\])\([^()]*\)/g
const OTHER_ADDRESS = /\bhttps?:[^\s"'<>()[\]]*/gi
/** Words that name the link, not the video. */
const LABEL = /^(?:link|url|video|watch|source|youtube|vimeo)$/i

/** "Title – link", "link Title", `[Title](link)` and `<a href="link">Title</a>` have a title. */
function titleBeside(line: string, address: string): Pick<PastedLink, 'title'> {
  const gap = (part: string) => (part.includes(address) ? '\n' : ' ')
  const title = withoutNumber(line)
    .replace(/\s+/g, ' ')
    .replace(TAG, gap)
    .replace(MARKDOWN_TARGET, gap)
    .replace(address, '\n')
    .replace(OTHER_ADDRESS, ' ')
    .split('\n')
    .map(unwrapped)
    .find((part) => /\p{L}/u.test(part) && characters(part) >= TITLE_MIN && !LABEL.test(part))
  return title === undefined ? {} : { title }
}

const SEPARATORS =
  /^[\s\-–—:|>,;=•·*_~#!：；，、。｜]+|(?<![\s\-–—:|<,;=•·*_~#：；，、。｜])[\s\-–—:|<,;=•·*_~#：；，、。｜]+$/g
/** A quote or bracket that opens before the link or closes after it. */
const LOOSE_QUOTES = /^["'”»)\]]+(?=\s|$)|(?<=^|[\s,;:|])["'“«([]+$/g
const WRAPPED = /^(?:"(.*)"|“(.*)”|«(.*)»|\[([^[\]]*|!?\[.*\]\s*)\]|\((.*)\))$/

/** The text without the separators, quotes and brackets around it. */
function unwrapped(text: string): string {
  const bare = text.replace(SEPARATORS, '').replace(LOOSE_QUOTES, '')
  const inside = WRAPPED.exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined)
  return bare === text && inside === undefined ? bare : unwrapped(inside ?? bare)
}
