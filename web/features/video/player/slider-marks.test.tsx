import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { nearestMark, SliderMarks } from './slider-marks.tsx'

const NONE = {
  watched: [],
  chapters: [],
  notes: [],
  bookmarks: [],
  written: [],
  comments: [],
  corrections: [],
}

test('bookmarks are flags, and the second of a text that is being written has a ring', () => {
  const marks = { ...NONE, notes: [5], bookmarks: [50, 50], written: [25] }
  const { container } = render(
    <SliderMarks marks={marks} duration={100} repeat={undefined} pointed={undefined} />,
  )
  const places = (shape: string) =>
    [...container.querySelectorAll(shape)].map((mark) => mark.getAttribute('cx') ?? mark.getAttribute('x'))
  expect(places('circle.ring')).toEqual(['25.00%'])
  expect(places('circle.note')).toEqual(['5.00%'])
  expect(places('svg:has(> path.note)')).toEqual(['50.00%'])
})

test('a bookmark that is pointed at is named', () => {
  const marks = { notes: [], bookmarks: [50], comments: [], corrections: [] }
  expect(nearestMark(50.5, marks, 100)).toEqual({ at: 50, label: 'Your bookmark' })
  expect(nearestMark(60, marks, 100)).toBeUndefined()
})
