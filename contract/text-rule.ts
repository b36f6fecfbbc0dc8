const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/
const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'g')
/** Line breaks of other programs, such as within a text box of a presentation. */
const OTHER_BREAKS = /[\t\u000b\u000c\u2028\u2029]/g
/** What comes along with copied text: soft hyphens, bidi controls, word joiners, byte order marks, annotation marks. */
const COPIED = /[\u00ad\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
/** Flags of England, Scotland and Wales end with tags. */
const TAGS = /(\u{1f3f4}[\u{e0000}-\u{e007f}]+)|[\u{e0000}-\u{e007f}]+/gu
/** Thai, Lao, Tibetan, Burmese, Khmer, Tai, Balinese, Javanese and Cham have no spaces between words; people type a zero-width one. */
const LONE_ZERO_WIDTH_SPACE =
  /(?<![\u0e00-\u109f\u1780-\u17ff\u1950-\u1aaf\u1b00-\u1b7f\ua980-\uaadf])\u200b|\u200b(?![\u0e00-\u109f\u1780-\u17ff\u1950-\u1aaf\u1b00-\u1b7f\ua980-\uaadf])/g
/** Invisible characters: joiners, fillers, soft hyphens, variation selectors, tags, blank Braille, … */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{16fe4}]/gu
const BYTES_PER_CHARACTER = 8
const MAX_BYTES = 20_000

const segmenter = new Intl.Segmenter()
const encoder = new TextEncoder()
/** A carriage return and a line feed are one character; without it each of these is one. */
const ASCII = /^[\n -~]*$/
const UTF8_BYTES_MAX = 3

/**
 * Repairs what people cannot see and did not type on purpose. Line separators and vertical tabs become spaces, and copied invisible
 * characters go. Joiners that scripts and emoji need stay, and so does the zero-width space of Khmer, Thai and others.
 */
export function repairText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(OTHER_BREAKS, ' ')
    .replace(COPIED, '')
    .replace(TAGS, '$1')
    .replace(/\u200b+/g, '\u200b')
    .replace(LONE_ZERO_WIDTH_SPACE, '')
}

/** A text of another site, repaired, with a space in place of each control character. */
export function withoutForbidden(text: string): string {
  return repairText(text.toWellFormed()).replace(EACH_FORBIDDEN, ' ')
}

/** The words of a search, as texts have them. */
export function searchWords(text: string): string {
  return seenOrEmpty(withoutForbidden(text).normalize('NFC').trim())
}

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Returns an empty string for a text without visible characters. */
export function seenOrEmpty(text: string): string {
  return withoutInvisible(text).trim() === '' ? '' : text
}

/** Characters as people count them: graphemes that can be seen, and spaces. */
export function characters(text: string): number {
  if (ASCII.test(text)) return text.length
  let count = 0
  for (const { segment } of segmenter.segment(text)) if (withoutInvisible(segment) !== '') count += 1
  return count
}

export interface TextRule {
  /** The name of the field in a message: 'Title', 'Description'. */
  label: string
  min: number
  max: number
  /** The message for a text that is too short or missing. */
  short: string
  /** The message for a text that is too long. */
  long: string
  multiline?: boolean
  /** Names have no zero-width spaces, so that two that look alike are the same. */
  isName?: boolean
}

/**
 * A text that a user typed: repaired, rejected when it holds control characters, then NFC and trimmed (single lines also
 * collapse inner white space), empty when nothing of it can be seen, then measured. Returns it, or the sentence that rejects it.
 */
export function checkText(
  rule: TextRule,
  raw: string,
): { value: string; error?: undefined } | { value?: undefined; error: string } {
  const { label, multiline = false, isName = false } = rule
  const repaired = isName ? repairText(raw).replaceAll('\u200b', '') : repairText(raw)
  const trimmed = repaired.normalize('NFC').trim()
  const value = seenOrEmpty(multiline ? trimmed : trimmed.replace(/\s+/g, ' '))
  const error = hasForbidden(repaired, multiline)
    ? `${label} contains characters that are not allowed.`
    : wrongLength(rule, value)
  return error === undefined ? { value } : { error }
}

function wrongLength({ min, max, short, long }: TextRule, value: string): string | undefined {
  const bytesMax = Math.min(max * BYTES_PER_CHARACTER, MAX_BYTES)
  if (value.length * UTF8_BYTES_MAX > bytesMax && encoder.encode(value).length > bytesMax) return long
  const length = characters(value)
  if (length < min) return short
  return length > max ? long : undefined
}

/** Whether a repaired text holds control characters or half a character. */
export function hasForbidden(text: string, multiline: boolean): boolean {
  return !text.isWellFormed() || FORBIDDEN.test(text) || (!multiline && text.trim().includes('\n'))
}
