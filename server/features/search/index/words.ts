/**
 * Splits texts and searches into words, the same way for both databases. A word is a run of letters and digits without case,
 * accents or width. Scripts without spaces between words become overlapping pairs of characters.
 */

/** Accents and points over letters. Vowel signs of Indic scripts and the strokes of kana are spelling and stay. */
const ACCENTS = /[[[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}\p{sc=Cyrl}]&&\p{M}]--[\u3099\u309a]]/gv
/** Soft hyphens, joiners, zero-width spaces and Arabic kashidas: people type them inconsistently. */
const UNSEEN = /[\u00ad\u0640\u200b\u200c]|\u200d/g
/** Letters that Unicode does not decompose, but that many keyboards lack. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
}
const FANCY = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')
const DENSE = ['Hani', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const RUN = /[\p{L}\p{N}\p{M}]+/gu
const PART = new RegExp(`[${DENSE}]+|[^${DENSE}]+`, 'gu')
const DENSE_PART = new RegExp(`^[${DENSE}]`, 'u')
/** Longer words are cut, in texts and in searches alike. */
const WORD_MAX = 40

function folded(text: string): string {
  const bare = text.normalize('NFKD').replace(ACCENTS, '').replace(UNSEEN, '')
  // Upper case first, as it turns ß into SS.
  const lower = bare.toUpperCase().toLowerCase()
  return lower.replace(FANCY, (letter) => PLAIN[letter] ?? letter).normalize('NFKC')
}

function partsOf(text: string): string[] {
  return (folded(text).match(RUN) ?? []).flatMap((run) => run.match(PART) ?? [])
}

function pairs(part: string): string[] {
  const characters = [...part]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function cut(word: string): string {
  return word.length <= WORD_MAX ? word : [...word].slice(0, WORD_MAX).join('')
}

/** The words of a text in order. The last character of a run without spaces is a word, too, so that a search finds it. */
export function wordsIn(text: string): string[] {
  return partsOf(text).flatMap((part) =>
    DENSE_PART.test(part) ? [...pairs(part), [...part].at(-1) ?? ''] : [cut(part)],
  )
}

/** Whether a word is a pair of characters of a script without spaces. */
export function isPair(word: string): boolean {
  return DENSE_PART.test(word) && [...word].length === 2
}

/** The words of a search, in order, without duplicates. */
export function queryWords(text: string): string[] {
  const words = partsOf(text).flatMap((part) => {
    const found = DENSE_PART.test(part) ? pairs(part) : []
    return found.length > 0 ? found : [cut(part)]
  })
  return [...new Set(words)]
}
