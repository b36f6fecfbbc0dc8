import { expect, test } from 'vitest'
import { editableCues, withTexts } from './edit-vtt.ts'

const VTT = `WEBVTT

NOTE Made by hand

first
00:01.000 --> 00:04.500 align:start
A function
remembers

01:00:02.000 --> 01:00:03.000
its place.
`

test('only the texts of cues change', () => {
  const cues = editableCues(VTT)
  expect(cues.map(({ start, end, text }) => [start, end, text])).toEqual([
    [1, 4.5, 'A function\nremembers'],
    [3602, 3603, 'its place.'],
  ])
  expect(
    withTexts(
      VTT,
      cues,
      cues.map(({ text }) => text),
    ),
  ).toBe(VTT)
  expect(withTexts(VTT, cues, ['A closure\n\nkeeps --> it', 'alive.'])).toBe(
    VTT.replace('A function\nremembers', 'A closure\nkeeps -> it').replace('its place.', 'alive.'),
  )
})

test('a cue without a text is left out', () => {
  const cues = editableCues(VTT)
  expect(withTexts(VTT, cues, [' ', 'its place.'])).toBe(
    'WEBVTT\n\nNOTE Made by hand\n\n01:00:02.000 --> 01:00:03.000\nits place.\n',
  )
})
