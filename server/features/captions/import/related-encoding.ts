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
export function relatedEncoding(codePage: string, { bytes, text, language }: Decoded): string {
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
