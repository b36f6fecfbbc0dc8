import { decodeHTMLStrict } from 'entities'

/** `{\an8}`, `{\pos(192,230)}` and other positions, colours and fonts that editors of subtitles write into texts. */
const OVERRIDES =
  /\{\\(?:an?\d|(?:pos|move|org|i?clip|fade?|t)\(|[ibus][01]|b\d00|fn|fs\d|fs(?:cx|cy|p)-?\d|[1-4]?[ca]&|alpha&|k[fo]?\d|q[0-3]|r(?=[\\}])|fr[xyz]?-?\d|bord\d|shad\d|blur\d|be\d)[^{}]*\}/gi
const SUBRIP_TAGS = /<(\/?)(b|i|u|font)(\s[^<>]*)?>/gi
const VTT_TAGS = /<(\/?)(c|i|b|u|v|lang|ruby|rt|font)((?:\.[^\s<>]*)?(?:\s[^<>]*)?)>/g
/** When a word of the text is said. */
const WORD_TIMES = /<\d+:\d{2}(?::\d{2})?\.\d{1,3}>/g
const VOICES = /<v(?:\.[^\s<>]*)?\s([^<>]*)>[ \t]*/g
const WORD_END = /[\p{L}\p{N}_]/u

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

/** An opening tag right after a word that is never closed, as in `List<B>`, is text. */
function withoutTags(text: string, tags: RegExp): string {
  const found = [...text.matchAll(tags)].map(({ 0: tag, 1: slash, 2: name = '', 3: more = '', index }) => ({
    name: name.toLowerCase(),
    isClosing: slash !== '',
    isBare: more === '' && WORD_END.test(text[index - 1] ?? ''),
    from: index,
    to: index + tag.length,
  }))
  const closings = new Map(found.filter(({ isClosing }) => isClosing).map(({ name, from }) => [name, from]))
  const isText = ({ name, isClosing, isBare, from }: (typeof found)[number]) =>
    isBare && !isClosing && (closings.get(name) ?? -1) < from
  const pieces: string[] = []
  let at = 0
  for (const { from, to } of found.filter((tag) => !isText(tag))) {
    pieces.push(text.slice(at, from))
    at = to
  }
  return pieces.join('') + text.slice(at)
}

const withoutEmptyLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
