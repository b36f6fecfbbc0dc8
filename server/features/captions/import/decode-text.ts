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
/** What other systems use for the same languages. */
const SECOND: Readonly<Record<string, string>> = {
  'windows-1251': 'koi8-r',
  shift_jis: 'euc-jp',
  gb18030: 'big5',
}
/** The detection takes a text without quotation marks of Windows for one of these standards. */
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

/** What texts have in a wrong encoding. */
const ODD_PLACES = [
  // Control and private characters.
  '[\\u0080-\\u009F\\uE000-\\uF8FF]',
  // Signs inside words.
  '\\p{L}[¡-©«-®±¶¸¹»-¿](?=\\p{L})',
  // One or two letters of another script inside Latin words.
  '[A-Za-z][\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Thai}฿]{1,2}(?=[A-Za-z])',
  // Capitals after a small letter: windows-1251 has them where KOI8 has small letters.
  '(?<=[а-яё][А-ЯЁ]{1,20})[А-ЯЁ]',
]
const ODD = new RegExp(ODD_PLACES.join('|'), 'gu')
/** Of the characters that are not ASCII. */
const ODD_MAX = 0.1

/** The text of a file in UTF-8, UTF-16 or a code page; the language helps to recognize the code page. Undefined for other bytes. */
export function decodeText(bytes: Buffer, language: string): DecodedText | undefined {
  const unicode = unicodeOf(bytes)
  if (unicode === 'utf-8') return { text: new TextDecoder().decode(bytes) }
  if (unicode !== undefined) return decodeAs(unicode, bytes)
  const [subtag = ''] = language.split('-')
  const decoded = codePagesOf(bytes, subtag).map((codePage) => decodeCodePage(codePage, bytes, subtag))
  return decoded.find((each) => each && isPlausible(each.text)) ?? decodeCodePage(WESTERN, bytes, subtag)
}

function decodeCodePage(codePage: string, bytes: Buffer, language: string): DecodedText | undefined {
  const text = decodeAs(codePage, bytes)?.text
  if (text === undefined) return undefined
  const encoding = relatedEncoding(codePage, { bytes, text, language })
  return encoding === codePage ? { text, encoding } : decodeAs(encoding, bytes)
}

/** Whether few characters stand where no text has them, as many do in a wrong encoding. */
function isPlausible(text: string): boolean {
  const odd = text.match(ODD)?.length ?? 0
  return odd <= ODD_MAX * (text.match(/[^\0-\x7F]/g)?.length ?? 0)
}

/** Undefined if the bytes are no text in this encoding, or if the platform does not know it. */
function decodeAs(encoding: string, bytes: Buffer): DecodedText | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
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

/** The code pages of the language, but first the one that the bytes are clearly in. */
function codePagesOf(bytes: Buffer, language: string): string[] {
  const [expected = WESTERN] =
    Object.entries(CODE_PAGES).find(([, languages]) => languages.includes(language)) ?? []
  const found = analyse(sampleOf(bytes)).map(({ name, confidence }) => ({
    name: windowsForm(name),
    confidence,
  }))
  const usual = [expected, SECOND[expected] ?? WESTERN]
  const [best] = found
  if (!best || best.name === WESTERN) return usual
  const confidence = found.find(({ name }) => name === expected)?.confidence ?? 0
  const isClear = best.confidence >= CONFIDENCE_MIN && best.confidence > confidence * 2
  return isClear ? [best.name, ...usual] : [...usual, best.name]
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

/** An encoding for the same languages as a code page, with some letters in other places. */
interface Related {
  codePage: string
  encoding: string
  /** What its letters look like in the code page. No text has such characters there. */
  misread: RegExp
}

const RELATED: readonly Related[] = [
  {
    codePage: 'windows-1250',
    encoding: 'iso-8859-2',
    misread: /\p{L}[ˇ¦¬±¶]|[ˇ¦¬±¶]\p{L}|\p{L}[©«®µ»]\p{L}|(?<!\p{L})[©®]\p{Ll}/u,
  },
  {
    codePage: 'windows-1252',
    encoding: 'iso-8859-15',
    misread: /¤|\p{L}[¨¸½]\p{L}|(?<![\p{L}\p{N}])[¼½][iu]\p{L}/u,
  },
  {
    codePage: 'windows-1252',
    encoding: 'macintosh',
    misread: /[\u0081\u008D\u008F\u0090\u009D]|\p{Ll}[ˆ‡ŠŽŸÕ]/u,
  },
  { codePage: 'windows-1253', encoding: 'iso-8859-7', misread: /¶\p{L}|\p{Ll}Ά/u },
  { codePage: 'koi8-r', encoding: 'koi8-u', misread: /[\u2550-\u256C]/ },
]
/** Letters of windows-1250 for one language. In their bytes iso-8859-2 has š, ź and ž. */
const POLISH = /[ąĄ]/
const SLOVAK = /[ľĽ]/

interface Decoded {
  bytes: Buffer
  /** The bytes, read in the code page. */
  text: string
  /** Without its region. */
  language: string
}

/** The code page, or the related encoding that the text shows. The detection does not tell them apart. */
function relatedEncoding(codePage: string, { bytes, text, language }: Decoded): string {
  // The standards of ISO have no characters in these bytes.
  const mayBeStandard = !bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)
  const isForeign =
    codePage === 'windows-1250' &&
    ((language !== 'pl' && POLISH.test(text)) || (language !== 'sk' && SLOVAK.test(text)))
  const related = RELATED.filter(({ encoding }) => mayBeStandard || !encoding.startsWith('iso-')).find(
    (each) => each.codePage === codePage && (isForeign || each.misread.test(text)),
  )
  return related?.encoding ?? codePage
}
