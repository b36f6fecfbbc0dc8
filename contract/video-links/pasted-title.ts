import { TITLE_MIN } from '#contract/text-fields.ts'
import { characters } from '#contract/text-rule.ts'

/** `1.`, `2)`, `-` or `- [x]` before an entry of a list. */
const NUMBER = /^(?:[-*+•‣–—](?=\s)(?:\s+\[[ xX]\](?=\s))?|\(?\d{1,3}[.):](?!\d)|\d{1,3}\s*[\t,;](?!\d))\s*/
export const withoutNumber = (line: string) => line.replace(NUMBER, '')

/** Closing tags, tags with attributes and the usual tags of HTML without: `List<T>` is text. */
const TAG =
  /<\/[^<>]*>|<[^<>]*\w=[^<>]*>|<(?:[abipqsu]|br|BR|center|code|div|em|h[1-6]|hr|li|ol|pre|span|strong|table|tbody|td|th|tr|ul)\s*\/?>/g
/** Tags of forums: `[url=link]`, `[/video]`. */
const FORUM_TAG = /\[\/?(?:url|link|video|embed|youtube|vimeo|media|img|b|i|u)(?:=[^[\]]*)?\]/gi
/** Round brackets, also those of a Markdown link. */
const IN_BRACKETS = /\([^()]*\)/g
/** The part of a Markdown link in parentheses. */
const MARKDOWN_TARGET = /(?<=\])\([^()]*\)/g
const OTHER_ADDRESS = /\bhttps?:[^\s"'<>()[\]]*/gi
/** Words that name or join links, not the video, and lengths such as `5 min`. */
const NO_TITLE =
  /^(?:link|url|video|watch|see|and|also|plus|und|oder|source|youtube|vimeo|(?:\d+ ?(?:h|m|min|s|sec)\.? ?)+)$/i

/** "Title – link", "link Title", `[Title](link)` and `<a href="link">Title</a>` have a title, and so have the rows of a table. */
export function titleBeside(line: string, address: string): { title?: string } {
  const title = cellsOf(line, address)
    .flatMap((cell) => partsOf(cell, address))
    .map(unwrapped)
    .find((part) => /\p{L}/u.test(part) && characters(part) >= TITLE_MIN && !NO_TITLE.test(part))
  return title === undefined ? {} : { title }
}

const CELL_END = /"\s*[,;]\s*"|[\t;|]/
/** A row of a table: it has tabs, or begins with a bar. */
const ROW = /^\||\t/

/** The cells of a row, the one with the link first. Without tabs, a line is a row when the link has a cell of its own. */
function cellsOf(line: string, address: string): string[] {
  const cells = line.split(CELL_END).map((cell) => cell.trim().replace(/^"(?=[^"]*$)|"$(?<=^[^"]*"$)/g, ''))
  const isRow = ROW.test(line) || cells.includes(address)
  if (!isRow) return [line]
  return cells.toSorted((a, b) => Number(b.includes(address)) - Number(a.includes(address)))
}

/** What stands before the link and what stands behind it. */
function partsOf(cell: string, address: string): string[] {
  const gap = (part: string) => (part.includes(address) ? '\n' : ' ')
  return withoutNumber(cell)
    .replace(/\s+/g, ' ')
    .replace(TAG, gap)
    .replace(FORUM_TAG, gap)
    .replace(MARKDOWN_TARGET, gap)
    .replace(IN_BRACKETS, (part) => (part.includes(address) ? '\n' : part))
    .replace(`[${address}]`, '\n')
    .replace(address, '\n')
    .replace(OTHER_ADDRESS, ' ')
    .split('\n')
}

/** Dashes, bars, arrows and other signs around a title. An arrow may be typed as `->`. */
const SEPARATORS =
  /^[\s\p{Pd}−:|>,;=•‣·*~#!/／→➔➜➡⇒：；，、。｜]+|(?<![\s\p{Pd}−:|<,;=•‣·*~/／→➔➜➡⇒：；，、。｜]|[\s=-]>)(?:[\s\p{Pd}−:|<,;=•‣·*~/／→➔➜➡⇒：；，、。｜]|(?<=[\s=-])>)+$/gu
/** A quote or bracket that opens before the link or closes after it. */
const LOOSE_QUOTES = /^["'”»)\]}]+(?=[\s.!?]|$)|(?<=^|[\s,;:|])["'“«([{]+$/g
const WRAPPED =
  /^(?:"([^"]*)"|[“„]([^“”„]*)[“”]|[‘‚]([^‘’‚]*)[‘’]|«(.*)»|»(.*)«|「(.*)」|『(.*)』|\[([^[\]]*|!?\[.*\]\s*)\]|\(([^()]*)\)|_([^_]+)_)$/

/** The text without the separators, quotes and brackets around it. */
function unwrapped(text: string): string {
  const bare = text.replace(SEPARATORS, '').replace(LOOSE_QUOTES, '')
  const inside = WRAPPED.exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined)
  return bare === text && inside === undefined ? bare : unwrapped(inside ?? bare)
}
