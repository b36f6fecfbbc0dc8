import { z } from 'zod'

/** Controls, bidi overrides, zero-width spaces and lone surrogates; joiners that scripts and emoji need are kept. */
const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/
const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'g')
/** Invisible characters: joiners, fillers, soft hyphens, variation selectors, tags, blank Braille, … */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{16fe4}]/gu
const BYTES_PER_CHARACTER = 8
const MAX_BYTES = 20_000

const segmenter = new Intl.Segmenter()
const encoder = new TextEncoder()
/** A carriage return and a line feed are one character; without it each of these is one. */
const ASCII = /^[\n -~]*$/
const UTF8_BYTES_MAX = 3

/** A text of another site, with a space in place of each character that a text of ours may not have. */
export function withoutForbidden(text: string): string {
  return text.toWellFormed().replace(EACH_FORBIDDEN, ' ')
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

interface TextRule {
  /** The name of the field in a message: 'Title', 'Description'. */
  label: string
  min: number
  max: number
  /** The message for a text that is too short or missing. */
  short: string
  /** The message for a text that is too long. */
  long: string
  multiline?: boolean
}

/**
 * A text that a user typed: rejected when it holds forbidden invisible characters, then NFC and trimmed (single lines also collapse inner
 * white space), empty when nothing of it can be seen, then measured. Promised by api.md, "Limits".
 */
export function text({ label, min, max, short, long, multiline = false }: TextRule) {
  const problemOf = (value: string): string | undefined => {
    const bytesMax = Math.min(max * BYTES_PER_CHARACTER, MAX_BYTES)
    if (value.length * UTF8_BYTES_MAX > bytesMax && encoder.encode(value).length > bytesMax) return long
    const length = characters(value)
    if (length < min) return short
    return length > max ? long : undefined
  }
  return z
    .string({ error: short })
    .meta({ minLength: min, maxLength: max })
    .transform((raw, context) => {
      const unix = raw.replaceAll('\r\n', '\n').replaceAll('\t', ' ')
      const trimmed = unix.normalize('NFC').trim()
      const value = seenOrEmpty(multiline ? trimmed : trimmed.replace(/\s+/g, ' '))
      const tricks = hidesTricks(unix, multiline) && `${label} contains characters that are not allowed.`
      const message = tricks || problemOf(value)
      if (!message) return value
      context.issues.push({ code: 'custom', message, input: raw })
      return z.NEVER
    })
}

function hidesTricks(text: string, multiline: boolean): boolean {
  return !text.isWellFormed() || FORBIDDEN.test(text) || (!multiline && text.trim().includes('\n'))
}
