import { titleBeside, withoutNumber } from './pasted-title.ts'
import { withoutInvisible } from './text.ts'
import type { Video } from './video.ts'
import { playlistIdOf, videoOf } from './video-link.ts'

/** A video that a line of text links to. */
export interface PastedLink {
  video: Video
  /** What the line says beside the link. */
  title?: string
}

/** A word, also with a capital inside, or several with hyphens, or a number: an id of YouTube is hardly ever so regular. */
const WORDS =
  /^(?:(?:[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]{3,})?)(?:[-_](?:[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]{3,})?))*\d?|\d+)$/

const END_OF_ID = /[.,;:]$/

/**
 * The video that a line links to: an address anywhere in it, also in Markdown or an embed code, or an id alone. A word of eleven letters
 * is no id.
 */
export function linkIn(text: string): PastedLink | undefined {
  const line = decoded(text).trim()
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
  return addressesIn(decoded(text)).flatMap((address) => playlistIdOf(address) ?? [])[0]
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
