import { expect, test } from 'vitest'
import { readCaptions } from './read-captions.ts'

function saidIn(file: string): string[] | undefined {
  const read = readCaptions(file)
  return read.error === undefined ? read.cues.map(({ text }) => text) : undefined
}

/** The cues of a file as WebVTT, each as long as a second and right after the one before it. */
const vtt = (...texts: string[]) =>
  ['WEBVTT\n', ...texts.map((text, n) => `00:0${n}.000 --> 00:0${n + 1}.000\n${text}\n`)].join('\n')

/** What YouTube writes for lines: each line grows word by word below the one before it, then stands alone for 10 ms. */
const rolling = (...lines: string[]) =>
  [
    'WEBVTT\nKind: captions\nLanguage: en\n',
    ...lines.map((line, n) => {
      const words = line.replace(/ (\w+)/g, `<00:00:0${n}.500><c> $1</c>`)
      const settings = 'align:start position:0%'
      return `00:00:0${n}.000 --> 00:00:0${n}.990 ${settings}\n${lines[n - 1] ?? ' '}\n${words}\n\n00:00:0${n}.990 --> 00:00:0${n + 1}.000 ${settings}\n${line}\n \n`
    }),
  ].join('\n')

test('roll-up captions have each word once, at its own time', () => {
  expect(readCaptions(rolling('so the first line', 'and the second', 'and the third'))).toEqual({
    cues: [
      { start: 0, end: 1, text: 'so the first line' },
      { start: 1, end: 2, text: 'and the second' },
      { start: 2, end: 3, text: 'and the third' },
    ],
  })
})

test('a line that is said twice stays twice', () => {
  expect(saidIn(rolling('come on', 'yeah', 'yeah', 'go'))).toEqual(['come on', 'yeah', 'yeah', 'go'])
})

test('roll-up captions that another program has converted to SubRip are recognized', () => {
  const cues = [
    '\nfirst half',
    'first half\n ',
    'first half\nsecond half',
    'second half\n ',
    'second half\nthird half',
  ]
  const file = cues
    .map((text, n) => `${n + 1}\n00:00:0${n},000 --> 00:00:0${n + 1},000\n${text}\n`)
    .join('\n')
  expect(saidIn(file)).toEqual(['first half', 'second half', 'third half'])
})

test.each([
  ['two lines', ['one', 'one\ntwo', 'two\nthree', 'three\nfour'], ['one', 'two', 'three', 'four']],
  [
    'three lines',
    ['one', 'one\ntwo', 'one\ntwo\nthree', 'two\nthree\nfour'],
    ['one', 'two', 'three', 'four'],
  ],
  [
    'timed words in only two cues',
    ['one<00:00.500><c> two</c>', 'one two\nthree<00:01.500><c> four</c>'],
    ['one two', 'three four'],
  ],
])('roll-up captions in %s have each line once', (_, texts, said) => {
  expect(saidIn(vtt(...texts))).toEqual(said)
})

test.each([
  [
    'a line',
    ['so', 'so the first', 'so the first line', 'and', 'and the second'],
    ['so the first line', 'and the second'],
  ],
  [
    'the lower one of two lines',
    ['so the', 'so the first', 'so the first\nand', 'so the first\nand a', 'and a\nlast', 'and a\nlast one'],
    ['so the first', 'and a', 'last one'],
  ],
  ['a repeated line', ['so', 'so', 'so the', 'so the line', 'so the line'], ['so the line']],
  [
    'a window of three words',
    ['so this is', 'this is a', 'is a roll', 'a roll of words'],
    ['so this is', 'a', 'roll', 'of words'],
  ],
  [
    'a window of two lines',
    ['so this\nis', 'this is\na roll', 'a roll\nof words'],
    ['so this\nis', 'a roll', 'of words'],
  ],
])('captions that roll by words in %s have each word once', (_, texts, said) => {
  expect(saidIn(vtt(...texts))).toEqual(said)
})

test('a line that has grown is shown from its first word', () => {
  expect(readCaptions(vtt('so', 'so the', 'so the line'))).toEqual({
    cues: [{ start: 0, end: 3, text: 'so the line' }],
  })
})

test.each([
  ['an answer that is given twice', ['No.', 'No.', 'Really?', 'Yes.', 'Yes.']],
  ['a refrain', ['la la\nla la', 'la la\nla la', 'la la\nla la']],
  ['a line that is quoted once', ['one\ntwo', 'two\nthree', 'four', 'five', 'six']],
  ['a line that another one begins with', ['one', 'one two', 'three', 'four', 'four five', 'six']],
  ['a refrain with changes', ['la la la', 'la la hey', 'oh la la', 'you and me', 'you and I', 'the end']],
])('%s is not taken for roll-up captions', (_, texts) => {
  expect(saidIn(vtt(...texts))).toEqual(texts)
})
