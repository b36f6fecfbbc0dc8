import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from './text.ts'
import { characters, seenOrEmpty } from './text-rule.ts'

const Line = text({ label: 'Title', min: 3, max: 10, short: 'Too short.', long: 'Too long.' })
const Lines = text({ label: 'Text', min: 1, max: 20, short: 'Empty.', long: 'Too long.', multiline: true })

const Name = text({ label: 'Name', min: 2, max: 20, short: 'Short.', long: 'Too long.', isName: true })

const messageOf = (schema: typeof Line, raw: unknown) => schema.safeParse(raw).error?.issues[0]?.message

test('a line is trimmed, its white space collapsed, its letters composed', () => {
  expect(Line.parse('  web \t  design ')).toBe('web design')
  expect(Line.parse('\n line \r\n')).toBe('line')
  expect(Line.parse('cafe\u0301')).toBe('café')
  expect(Line.parse('a\u00a0\u3000b')).toBe('a b')
})

test('several lines keep their breaks, in one form', () => {
  expect(Lines.parse(' one\r\ntwo\n\n  three\t. ')).toBe('one\ntwo\n\n  three .')
})

test('one line allows no line break, and several lines allow no other control character', () => {
  expect(messageOf(Line, 'one\ntwo')).toBe('Title contains characters that are not allowed.')
  expect(messageOf(Lines, 'one\rtwo')).toBe('Text contains characters that are not allowed.')
})

test.each([
  { what: 'a zero byte', hidden: '\u0000' },
  { what: 'an escape', hidden: '\u001b' },
  { what: 'a delete', hidden: '\u007f' },
  { what: 'a next-line control', hidden: '\u0085' },
  { what: 'half a character', hidden: '\ud83d' },
  { what: 'the other half', hidden: '\udc4d' },
])('$what is rejected anywhere in a text', ({ hidden }) => {
  for (const raw of [`${hidden}word`, `wo${hidden}rd`, `word${hidden}`]) {
    expect(messageOf(Line, raw)).toBe('Title contains characters that are not allowed.')
    expect(messageOf(Lines, raw)).toBe('Text contains characters that are not allowed.')
  }
})

test.each([
  ['a right-to-left override', '\u202e'],
  ['an embedding', '\u202a'],
  ['an isolate', '\u2066'],
  ['the end of an isolate', '\u2069'],
  ['a zero-width space', '\u200b'],
  ['several of them', '\u200b\u200b\u200b'],
  ['a word joiner', '\u2060'],
  ['an invisible separator', '\u2063'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['an annotation mark', '\ufff9'],
  ['a tag', '\u{e0061}'],
])('%s is removed anywhere in a text', (_what, hidden) => {
  for (const raw of [`${hidden}word`, `wo${hidden}rd`, `word${hidden}`]) {
    expect(Line.parse(raw)).toBe('word')
    expect(Lines.parse(raw)).toBe('word')
  }
})

test.each([
  ['a vertical tab', '\u000b'],
  ['a form feed', '\u000c'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a tab', '\t'],
])('%s becomes a space', (_what, separator) => {
  expect(Line.parse(`one${separator}two`)).toBe('one two')
  expect(Lines.parse(`${separator}one${separator}two`)).toBe('one two')
})

test.each([
  ['Khmer', 'ភាសា\u200bខ្មែរ'],
  ['Thai', 'ภาษา\u200bไทย'],
  ['Lao', 'ພາສາ\u200bລາວ'],
  ['Burmese', 'မြန်မာ\u200bဘာသာ'],
])('the zero-width space between words of %s is kept, once, but not in a name', (_script, words) => {
  expect(Lines.parse(words)).toBe(words.normalize('NFC'))
  expect(Lines.parse(words.replace('\u200b', '\u200b\ufeff\u200b'))).toBe(words.normalize('NFC'))
  expect(Lines.parse(`${words}\u200b.`)).toBe(`${words}.`.normalize('NFC'))
  expect(Name.parse(words)).toBe(words.replace('\u200b', '').normalize('NFC'))
})

test('joiners that scripts and emoji need are kept', () => {
  for (const word of [
    'می\u200cخواهم',
    'क्\u200dषेत्र',
    '👩\u200d👩\u200d👧\u200d👦👍🏽🇩🇪',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ]) {
    expect(Lines.parse(word)).toBe(word.normalize('NFC'))
  }
})

test.each([
  ['joiners', '\u200d\u200c\u200d'],
  ['soft hyphens', '\u00ad\u00ad\u00ad'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['blank Braille', '\u2800\u2800\u2800'],
  ['tags', '\u{e0061}\u{e0062}\u{e007f}'],
  ['variation selectors', '\ufe0f\ufe0e\u{e0100}'],
  ['Mongolian separators', '\u180b\u180e\u180f'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['directional marks', '\u200e\u200f\u061c'],
  ['a grapheme joiner', '\u034f\u034f\u034f'],
  ['Khmer inherent vowels', '\u17b4\u17b5\u17b4'],
  ['annotation marks', '\ufff9\ufffa\ufffb'],
  ['several of them and spaces', '\u2800 \u3164 \u00ad'],
])('%s alone are an empty text', (_what, raw) => {
  expect(messageOf(Line, raw)).toBe('Too short.')
  expect(messageOf(Lines, `${raw}\n${raw}`)).toBe('Empty.')
  expect(seenOrEmpty(raw)).toBe('')
})

test('invisible characters do not count', () => {
  expect(messageOf(Line, 'a\u2800\u3164')).toBe('Too short.')
  expect(characters('a\u00adb')).toBe(2)
  expect(Line.parse('❤️ a')).toBe('❤️ a')
})

test('characters are counted as people count them', () => {
  expect(characters('👩‍👩‍👧‍👦👍🏽🇩🇪')).toBe(3)
  expect(characters('नमस्ते')).toBeLessThan('नमस्ते'.length)
  expect(characters('e\u0301')).toBe(1)
  expect(messageOf(Line, '👍🏽👍🏽')).toBe('Too short.')
  expect(Line.parse('👍🏽'.repeat(10))).toBe('👍🏽'.repeat(10))
  expect(messageOf(Line, '👍🏽'.repeat(11))).toBe('Too long.')
})

test('lengths are measured after trimming', () => {
  expect(messageOf(Line, ' ab ')).toBe('Too short.')
  expect(Line.parse(`${' '.repeat(500)}abc`)).toBe('abc')
  expect(Line.parse('a'.repeat(10))).toHaveLength(10)
  expect(messageOf(Line, 'a'.repeat(11))).toBe('Too long.')
  expect(messageOf(Line, '   ')).toBe('Too short.')
})

test('a character that is a pile of marks is too long however few it counts', () => {
  const pile = `a${'\u0300'.repeat(100)}`
  expect(characters(pile)).toBe(1)
  expect(messageOf(Line, `abc${pile}`)).toBe('Too long.')
})

test.each([undefined, null, 1, true, ['abc'], { length: 5 }])('%j is no text', (raw) => {
  expect(messageOf(Line, raw)).toBe('Too short.')
})

test('an accepted text is accepted again, unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (raw) => {
      const once = Line.safeParse(raw)
      if (once.success) expect(Line.parse(once.data)).toBe(once.data)
    }),
  )
})
