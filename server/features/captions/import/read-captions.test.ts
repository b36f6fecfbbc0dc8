import { expect, test } from 'vitest'
import { CAPTIONS_EMPTY, CAPTIONS_NO_HEADER } from '#contract/captions/captions-file.ts'
import { readCaptions } from './read-captions.ts'

/** The texts of a file, or the sentence about its mistake. */
function textsOf(file: string): string[] | string {
  const read = readCaptions(file)
  return read.error ?? read.cues.map(({ text }) => text)
}

/** One cue of each text in SubRip, with numbers. */
const srt = (...texts: string[]) =>
  texts.map((text, n) => `${n + 1}\n00:00:0${n},000 --> 00:00:0${n + 1},000\n${text}\n`).join('\n')

const vtt = (...texts: string[]) =>
  ['WEBVTT\n', ...texts.map((text, n) => `00:0${n}.000 --> 00:0${n + 1}.000\n${text}\n`)].join('\n')

const T1 = '00:00:01,000 --> 00:00:02,000'
const T2 = '00:00:03,000 --> 00:00:04,000'

test.each([
  ['a type parameter', 'a List<String> and a Map<K, V>'],
  ['the letter of a tag as a type parameter', 'an Optional<U> or a Box<i>'],
  ['a comparison', 'if (a < b && b > c) x<y'],
  ['a comparison without blanks', 'if a <b and c> d; x <i> y'],
  ['a comparison of a number', '1 <b 2 > 3'],
  ['signs of music', '<< MUSIC >>'],
  ['tags of HTML and of WebVTT', 'use <div>, <br/>, <strong> and <v Anna>'],
  ['character references', '&lt;p&gt; is a paragraph &amp; no more'],
  ['braces', String.raw`{b} and {\bf x} and \frac{1}{2} and { an8 }`],
  ['an arrow', 'f: A --> B'],
  ['times of the day with an arrow', 'open\n10:30 --> 11:15'],
  ['a lap time with an arrow', 'from 1:23.456 --> 1:24.567 in a week'],
  ['words of WebVTT', 'NOTE\nSTYLE of this\nWEBVTT'],
])('in SubRip %s is text, word for word', (_, text) => {
  expect(textsOf(srt('Before', text, 'After'))).toEqual(['Before', text, 'After'])
})

test.each([
  [
    'formatting',
    '<b>Bold</b> <I>leaning</I> <font color="#ff0000" size=3>red</font> <u>under</u>',
    'Bold leaning red under',
  ],
  ['formatting that is not closed', '<i>Hello', 'Hello'],
  ['formatting after a type parameter', 'vector<i> v; <i>note</i>', 'vector<i> v; note'],
  [
    'formatting after two type parameters',
    'List<I> x = new List<I>(); <i>hi</i>',
    'List<I> x = new List<I>(); hi',
  ],
  ['formatting that overlaps', '<i>One <b>two</i> three</b>', 'One two three'],
  ['formatting inside a word', 'un<i>believ</i>able', 'unbelievable'],
  ['a place', String.raw`{\an8}On top`, 'On top'],
  ['a point and a colour', String.raw`{\pos(192,230)\c&HFFFFFF&}There{\r}`, 'There'],
  ['a font and a fade', String.raw`{\fad(100,200)\fnArial\fs20\b1}Soft`, 'Soft'],
])('in SubRip %s is not spoken', (_, written, text) => {
  expect(textsOf(srt(written))).toEqual([text])
})

test.each([
  ['coordinates', `1\n${T1}  X1:100 X2:200 Y1:050 Y2:060\nOne\n\n2\n${T2}\nTwo\n`],
  ['dots', `1\n${T1.replaceAll(',', '.')}\nOne\n\n2\n${T2.replaceAll(',', '.')}\nTwo\n`],
  ['no milliseconds', '1\n00:00:01 --> 00:00:02\nOne\n\n2\n00:00:03 --> 00:00:04\nTwo\n'],
  ['no milliseconds and no numbers', '00:00:01 --> 00:00:02\nOne\n\n00:00:03 --> 00:00:04\nTwo\n'],
  ['short times', '1\n0:01,0 --> 0:02,0\nOne\n\n2\n0:03,000 --> 0:04,00\nTwo\n'],
  ['no blanks around the arrow', `1\n${T1.replaceAll(' ', '')}\nOne\n\n2\n${T2.replaceAll(' ', '')}\nTwo\n`],
  ['tabs around the arrow', `1\n${T1.replaceAll(' ', '\t')}\t\nOne\n\n2\n${T2.replaceAll(' ', '\t')}\nTwo\n`],
  ['a short arrow', `1\n${T1.replace('-->', '->')}\nOne\n\n2\n${T2.replace('-->', '→')}\nTwo\n`],
  ['no empty lines', `1\n${T1}\nOne\n2\n${T2}\nTwo\n`],
  ['no empty lines and no numbers', `${T1}\nOne\n${T2}\nTwo`],
  ['no numbers', `${T1}\nOne\n\n${T2}\nTwo\n`],
  ['dots and no numbers', `${T1.replaceAll(',', '.')}\nOne\n\n${T2.replaceAll(',', '.')}\nTwo\n`],
  ['a comma for an arrow', '0:00:01.000,0:00:02.000\nOne\n\n0:00:03.000,0:00:04.000\nTwo\n'],
  ['the same number twice', `7\n${T1}\nOne\n\n7\n${T2}\nTwo\n`],
  ['CR CR LF', `1\r\r\n${T1}\r\r\nOne\r\r\n\r\r\n2\r\r\n${T2}\r\r\nTwo\r\r\n`],
  ['CR', `1\r${T1}\rOne\r\r2\r${T2}\rTwo\r`],
  ['an empty line after each line', `1\n\n${T1}\n\nOne\n\n\n\n2\n\n${T2}\n\nTwo\n\n`],
  ['an empty line in front, and after each line', `\n1\n\n${T1}\n\nOne\n\n\n\n2\n\n${T2}\n\nTwo`],
  ['an empty line above the times', `1\n\n${T1}\nOne\n\n2\n\n${T2}\nTwo\n`],
  ['an empty line below the times', `1\n${T1}\n\nOne\n\n2\n${T2}\n\nTwo\n`],
  ['empty lines with spaces', `1\n${T1}\nOne\n  \n2\n${T2}\nTwo\n \n`],
  ['a cue without a text', `1\n${T1}\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\n\n3\n${T2}\nTwo\n`],
  ['cues in another order', `2\n${T2}\nTwo\n\n1\n${T1}\nOne\n`],
  ['a text beside the times', `1\n${T1} One\n\n2\n${T2} Two\n`],
  ['marks of direction', `\u200F1\n\u202A${T1}\u202C\nOne\n\n2\n${T2}\u200E\nTwo\n`],
  ['two byte order marks', `\uFEFF\uFEFF1\n${T1}\nOne\n\n\uFEFF2\n${T2}\nTwo\n`],
])('SubRip with %s is read', (_, file) => {
  expect(readCaptions(file)).toEqual({
    cues: [
      { start: 1, end: 2, text: 'One' },
      { start: 3, end: 4, text: 'Two' },
    ],
  })
})

test.each([
  ['Note: this', 'Note: this'],
  ['https://example.com/a', 'https://example.com/a'],
  ['Question:', 'Question:'],
  ['x=5', 'x=5'],
  ['42', '42'],
  ['100% 3.5', '100% 3.5'],
  ['line: this', 'line: this'],
  ['X1:100 X2:200 Y1:050 Y2:060 Answer:', 'Answer:'],
  ['align:middle line:90% 42', '42'],
  ['X1:100 X2:200 Y1:050 Y2:060', ''],
  ['Align:middle line:90%', ''],
])('beside the times of SubRip, %j has the words %j', (beside, words) => {
  expect(textsOf(`1\n${T1} ${beside}\nand more\n`)).toEqual([`${words}\nand more`.trim()])
})

test('an empty line inside a cue does not end it, and a text may be a number', () => {
  expect(textsOf(`1\n${T1}\nOne\n\n\nand a half\n\n2\n${T2}\n42\n`)).toEqual(['One\nand a half', '42'])
  expect(textsOf(`1\n${T1}\n41\n2\n${T2}\n42\n`)).toEqual(['41', '42'])
  expect(textsOf(`${T1}\n41\n${T2}\n42\n`)).toEqual(['41', '42'])
  expect(textsOf(vtt('First\n\nsecond', 'Third'))).toEqual(['First\nsecond', 'Third'])
})

test.each([
  [
    'character references',
    'it&#39;s &quot;so&quot; &amp; &mdash; so &hellip; &#x2019;caf&eacute;&rsquo;',
    'it\'s "so" & — so … ’café’',
  ],
  ['references that make a tag', '&lt;b&gt; is bold, &amp;lt; is not', '<b> is bold, &lt; is not'],
  ['references of line ends', 'One&#13;two&#13;&#10;three', 'One\ntwo\nthree'],
  ['an address with ampersands', 'shop?a=1&copy=2 at AT&T', 'shop?a=1&copy=2 at AT&T'],
  ['unknown tags', 'a List<String>, a <div> and x < y > z', 'a List<String>, a <div> and x < y > z'],
  [
    'known tags',
    '<c.yellow.bg_blue>One</c> <i.x>two</i> <lang en-GB>three</lang> <ruby>four<rt></rt></ruby>',
    'One two three four',
  ],
  ['a comparison', 'if a <b && c> d; if a<b and c>d', 'if a <b && c> d; if a<b and c>d'],
  ['a comparison with the letter of speakers', 'for i<v and u>w', 'for i<v and u>w'],
  ['a type parameter', 'vector<i> v; <i>note</i>', 'vector<i> v; note'],
  ['a font', '<font color="red">red</font>', 'red'],
  ['times of words', 'one<00:00:00.500><c> two</c><00:01.000> three', 'one two three'],
  ['a speaker', '<v Anna>Hello</v>', 'Anna: Hello'],
  ['a loud speaker with a long name', '<v.loud Anna &amp; Bert Smith> Hello', 'Anna & Bert Smith: Hello'],
  ['two speakers', '<v Anna>Hello</v> <v Bert>Hi\nyou</v>', 'Anna: Hello\nBert: Hi\nyou'],
  ['a speaker without a name', '<v>Hello</v>', 'Hello'],
  ['a place of SubRip', String.raw`{\an8}On top`, 'On top'],
  ['an arrow', 'f: A --> B is a function', 'f: A --> B is a function'],
  ['an arrow in the second line', 'This is\n--> important', 'This is\n--> important'],
  ['an hour with an arrow below an empty line', 'foo\n\n5:00 --> lunch', 'foo\n5:00 --> lunch'],
  ['an arrow to an hour below an empty line', 'foo\n\n--> 5:00', 'foo\n--> 5:00'],
  ['words of the format', 'WEBVTT\nNOTE this\nSTYLE', 'WEBVTT\nNOTE this\nSTYLE'],
])('in WebVTT %s become what is said', (_, written, text) => {
  expect(textsOf(vtt('Before', written, 'After'))).toEqual(['Before', text, 'After'])
})

const V1 = '00:01.000 --> 00:02.000'
const V2 = '00:03.000 --> 00:04.000'

test.each([
  [
    'unknown settings',
    `WEBVTT\n\n${V1} align:middle line:90% foo bar:1\nOne\n\n${V2} line:left vertical\nTwo\n`,
  ],
  ['no empty lines', `WEBVTT\n${V1}\nOne\n${V2}\nTwo\n`],
  ['names', `WEBVTT\n\nintro - 1\n${V1}\nOne\n\n2\n${V2}\nTwo\n`],
  ['numbers and no empty lines', `WEBVTT\n1\n${V1}\nOne\n2\n${V2}\nTwo\n`],
  [
    'arrows in a comment',
    `WEBVTT\n\nNOTE a --> b\n\nNOTE\nold:\n${V1}\nNo\n\n${V1}\nOne\n\nNOTE --> ${V1}\n\n${V2}\nTwo\n`,
  ],
  [
    'a header, styles and a region',
    `WEBVTT - Title --> x\nKind: captions\nLanguage: en\n\nSTYLE\n::cue(b) { color: red }\n\nREGION\nid:a\n\n${V1}\nOne\n\n${V2}\nTwo\n\nNOTE end\n`,
  ],
  ['commas and a header in small letters', `\n webvtt\n\n${V1.replaceAll('.', ',')}\nOne\n\n${V2}\nTwo\n`],
  ['doubled line ends', `WEBVTT\r\n\r\n\r\n\r\n${V1}\r\n\r\nOne\r\n\r\n\r\n\r\n${V2}\r\n\r\nTwo\r\n\r\n`],
])('WebVTT with %s is read', (_, file) => {
  expect(readCaptions(file)).toEqual({
    cues: [
      { start: 1, end: 2, text: 'One' },
      { start: 3, end: 4, text: 'Two' },
    ],
  })
})

test.each([
  ['1\n00:00:75,000 --> 00:01:20,000\nHi', 'Line 2: “00:00:75,000” is not a time such as 00:01:05.000.'],
  ['1\n00:00:01:000 --> 00:00:02:000\nHi', 'Line 2: “00:00:01:000” is not a time such as 00:01:05.000.'],
  [
    '1\n00: 00: 01,000 --> 00: 00: 02,000\nHi',
    'Line 2: “00: 00: 01,000” is not a time such as 00:01:05.000.',
  ],
  ['1\n00:00:01,000 -->\nHi', 'Line 2: a time such as 00:01:05.000 is missing beside the arrow.'],
  [
    `1\n${T1}\nHi\n2\n00:00:02,000 --> 00:00:0x\nHi`,
    'Line 5: “00:00:0x” is not a time such as 00:01:05.000.',
  ],
  [`1\n${T1}\nHi\n00:00:09,000 --> 00:00:7\nHi`, 'Line 4: “00:00:7” is not a time such as 00:01:05.000.'],
  [
    `1\n${T1}\nHi\n\n2\n-00:00:01,000 --> 00:00:02,000\nlost?\n\n3\n${T2}\nHi`,
    'Line 6: “-00:00:01,000” is not a time such as 00:01:05.000.',
  ],
  [
    `1\n${T1}\nHi\n\n2\nO0:00:02,000 --> 00:00:03,000\nlost?`,
    'Line 6: “O0:00:02,000” is not a time such as 00:01:05.000.',
  ],
  [
    `WEBVTT\n\n${V1}\nHi\n\n-00:02.000 --> 00:03.000\nlost?`,
    'Line 6: “-00:02.000” is not a time such as 00:01:05.000.',
  ],
  [
    `WEBVTT\n\n${V1}\nHi\n\n-00:03.000 --> -00:02.000\nlost?`,
    'Line 6: “-00:03.000” is not a time such as 00:01:05.000.',
  ],
  [
    '1\n\n00:00:02,000 --> 00:00:01,000\n\nHi\n\n',
    'Line 3: the end (00:00:01.000) is before the start (00:00:02.000).',
  ],
  ['-00:00:01,000 --> 00:00:02,000\nHi', 'Line 1: “-00:00:01,000” is not a time such as 00:01:05.000.'],
  ['00:01.000 --> 00:02.000\nHi', CAPTIONS_NO_HEADER],
  ['[00:12.00]Hi', CAPTIONS_NO_HEADER],
  ['Just a text --> with an arrow', CAPTIONS_NO_HEADER],
  [`1\n${T1}\n<i></i>\n`, CAPTIONS_EMPTY],
])('the first mistake is named with its line: %j', (file, sentence) => {
  expect(textsOf(file)).toBe(sentence)
})
