import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cue } from './captions.ts'
import { readVtt, writeVtt } from './captions-file.ts'

const HOSTILE = [
  '-->',
  '00:00:01.000 --> 00:00:02.000',
  '&',
  '&amp;',
  '&#10;',
  '<',
  '>',
  '<i>',
  '\n',
  '\n\n',
  '\r',
  ' ',
  'NOTE',
  'NOTE a --> b',
  'WEBVTT',
  'STYLE',
  '42',
  '{\\an8}',
  'word',
  '😀',
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
)
const ms = fc.integer({ min: 0, max: 400_000_000 }).map((time) => time / 1000)
const cue: fc.Arbitrary<Cue> = fc.record({ start: ms, end: ms, text })

test('cues are read as they were written, whatever their texts are', () => {
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 6 }), (cues) => {
      expect(readVtt(writeVtt(cues))).toEqual(cues)
    }),
  )
})

test('the file is WebVTT that other programs read', () => {
  expect(writeVtt([{ start: 1, end: 3723.5, text: 'a --> b\n\n& <i>' }])).toBe(
    'WEBVTT\n\n00:00:01.000 --> 01:02:03.500\na --&gt; b\n&#10;&amp; &lt;i&gt;\n',
  )
})
