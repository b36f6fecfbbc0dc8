import { decodeHTMLStrict } from 'entities'

/** `{\an8}`, `{\pos(192,230)}` and other positions, colours and fonts that editors of subtitles write into texts. */
const OVERRIDES =
  /\{\\(?:an?\d|(?:pos|move|org|i?clip|fade?|t)\(|[ibus][01]|b\d00|fn|fs\d|fs(?:cx|cy|p)-?\d|[1-4]?[ca]&|alpha&|k[fo]?\d|q[0-3]|r(?=[\\}])|fr[xyz]?-?\d|bord\d|shad\d|blur\d|be\d)[^{}]*\}/gi
/** Only `font` has attributes, so `a <b and c> d` is no tag. */
const SUBRIP_TAGS = /<(\/?)(b|i|u|font)((?<=<font)\s[^<>=]*=[^<>]*)?>/gi
/** Others have classes at most, apart from `lang` with its language and from speakers. */
const VTT_TAGS =
  /<(\/?)(c|i|b|u|v|lang|ruby|rt|font)((?:\.[^\s<>]*)?(?:(?<=<lang[^<>]*)\s+[\w-]+\s*|(?<=<font[^<>]*)\s[^<>=]*=[^<>]*)?)>/g
/** When a word of the text is said. */
const WORD_TIMES = /<\d+:\d{2}(?::\d{2})?\.\d{1,3}>/g
const VOICES = /(?<![\p{L}\p{N}_])<v(?:\.[^\s<>]*)?\s([^<>]*)>[ \t]*/gu
const WORD_END = /[\p{L}\p{N}_]$/u
const WORD_AND_BLANK = /[\p{L}\p{N}_)\]][ \t]$/u

/** What a cue of SubRip says: its four tags and its positions are not spoken, and everything else is. */
export function subRipText(written: string): string {
  return withoutEmptyLines(withoutTags(written.replace(OVERRIDES, ''), SUBRIP_TAGS))
}

/** What a cue of WebVTT says: without its tags, with the names of its speakers and the characters that references name. */
export function vttText(written: string): string {
  const spoken = written.replace(OVERRIDES, '').replace(WORD_TIMES, '').replace(VOICES, spokenBy)
  return withoutEmptyLines(decodeHTMLStrict(withoutTags(spoken, VTT_TAGS)))
}

export const hasWordTimes = (text: string) => text.search(WORD_TIMES) >= 0

/** Every speaker has a line of their own. */
function spokenBy(_voice: string, name: string): string {
  const who = name.trim().replace(/:$/, '')
  return who === '' ? '' : `\n${who}: `
}

interface Tag {
  name: string
  isClosing: boolean
  /** Whether it stands as code does, such as in `List<B>` or `x <i> y`. */
  isLikeCode: boolean
  from: number
  to: number
}

/** An opening tag that is never closed and stands as code does is text. */
function withoutTags(text: string, tags: RegExp): string {
  const found = [...text.matchAll(tags)].map(({ 0: tag, 1: slash, 2: name = '', 3: more = '', index }) => ({
    name: name.toLowerCase(),
    isClosing: slash !== '',
    isLikeCode: !/\s/.test(more) && isLikeCode(text, index, index + tag.length),
    from: index,
    to: index + tag.length,
  }))
  const open = openTags(found)
  const pieces: string[] = []
  let at = 0
  for (const tag of found) {
    if (tag.isLikeCode && open.has(tag)) continue
    pieces.push(text.slice(at, tag.from))
    at = tag.to
  }
  return pieces.join('') + text.slice(at)
}

/** The opening tags without a closing one. Each closing tag belongs to the last one of its name that is still open. */
function openTags(tags: readonly Tag[]): Set<Tag> {
  const open = new Map<string, Tag[]>()
  for (const tag of tags) {
    const sameName = open.get(tag.name)
    if (tag.isClosing) sameName?.pop()
    else if (sameName) sameName.push(tag)
    else open.set(tag.name, [tag])
  }
  return new Set([...open.values()].flat())
}

/** Right after a word, or between blanks after a word. */
function isLikeCode(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 3), from)
  return WORD_END.test(before) || (WORD_AND_BLANK.test(before) && /[ \t]/.test(text[to] ?? ''))
}

const withoutEmptyLines = (text: string) =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
