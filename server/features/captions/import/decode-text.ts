import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'

const DEFAULT = 'windows-1252'
/** A guess of less confidence than this, of 100, is none. */
const CONFIDENCE_MIN = 20
const SAMPLE_MAX = 65_536
/** Windows writes these languages in its own form of the standard. */
const WINDOWS: Readonly<Record<string, string>> = {
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
}

export interface DecodedText {
  text: string
  /** Set if the file is not in UTF-8: how it was read. */
  encoding?: string
}

/** The text of a file in UTF-8, UTF-16 or a code page; its language helps to recognize the code page. Undefined for other bytes. */
export function decodeText(bytes: Buffer, language: string): DecodedText | undefined {
  const encoding = unicodeOf(bytes) ?? codePageOf(bytes, language)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (encoding === 'utf-8') return { text }
    return text.includes('\u0000') ? undefined : { text, encoding }
  } catch {
    return undefined
  }
}

/** Captions begin with a Latin letter or a digit, so UTF-16 is known without a byte order mark, too. */
function unicodeOf(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : undefined
}

function codePageOf(bytes: Buffer, language: string): string {
  const found = analyse(sampleOf(bytes))
  const [best] = found
  if (!best || best.confidence < CONFIDENCE_MIN) return DEFAULT
  const inLanguage = found.find(
    ({ lang, confidence }) => lang === language.split('-')[0] && confidence * 2 >= best.confidence,
  )
  const { name } = inLanguage ?? best
  return (WINDOWS[name] ?? name).toLowerCase()
}

/** Only lines that are not plain ASCII tell code pages apart. */
function sampleOf(bytes: Buffer): Buffer {
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .filter((line) => /[\u0080-\u00ff]/.test(line))
  return Buffer.from(lines.join('\n').slice(0, SAMPLE_MAX), 'latin1')
}
