import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'

/** The code page of Windows for languages of Western Europe. Any bytes are a text in it, so it is no evidence against another one. */
const WESTERN = 'windows-1252'
/** What Windows uses for other languages. */
const CODE_PAGES: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl'],
  'windows-1251': ['be', 'bg', 'kk', 'mk', 'ru', 'sr', 'uk'],
  'windows-1253': ['el'],
  'windows-1254': ['az', 'tr'],
  'windows-1255': ['he'],
  'windows-1256': ['ar', 'fa', 'ur'],
  'windows-1257': ['et', 'lt', 'lv'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
  shift_jis: ['ja'],
  'euc-kr': ['ko'],
  gb18030: ['zh'],
}
/** Windows writes these standards in a form of its own, which the detection tells apart by few characters. */
const WINDOWS_FORMS: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
}
/** Of 100; the detection knows less than the language of the captions does. */
const CONFIDENCE_MIN = 20
const SAMPLE_MAX = 65_536

interface DecodedText {
  text: string
  /** Set if the file is not in UTF-8: how it was read. */
  encoding?: string
}

/** The text of a file in UTF-8, UTF-16 or a code page; the language helps to recognize the code page. Undefined for other bytes. */
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

/** The code page of the language, unless the bytes are clearly in another one. */
function codePageOf(bytes: Buffer, language: string): string {
  const [subtag = ''] = language.split('-')
  const [expected = WESTERN] =
    Object.entries(CODE_PAGES).find(([, languages]) => languages.includes(subtag)) ?? []
  const found = analyse(sampleOf(bytes)).map(({ name, confidence }) => ({
    name: windowsForm(name),
    confidence,
  }))
  const [best] = found
  if (!best || best.name === WESTERN || best.confidence < CONFIDENCE_MIN) return expected
  const confidence = found.find(({ name }) => name === expected)?.confidence ?? 0
  return confidence * 2 >= best.confidence ? expected : best.name
}

function windowsForm(found: string): string {
  const name = found.toLowerCase()
  return WINDOWS_FORMS[name] ?? name
}

/** Only lines that are not plain ASCII tell code pages apart. */
function sampleOf(bytes: Buffer): Buffer {
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .filter((line) => /[\u0080-\u00ff]/.test(line))
  return Buffer.from(lines.join('\n').slice(0, SAMPLE_MAX), 'latin1')
}
