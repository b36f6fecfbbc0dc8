import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CorrectionMarks, correctionAt } from './corrections.tsx'
import { nearestMark } from './slider-marks.tsx'

const CORRECTIONS = [
  { at: 60, text: 'It is the variable.' },
  { at: 65, text: 'It throws.' },
]

test('a correction is shown for eight seconds, and the next one takes its place', () => {
  const textAt = (seconds: number) => correctionAt(CORRECTIONS, seconds)?.text
  expect([59.9, 60, 64.9, 65, 72.9, 73].map(textAt)).toEqual([
    undefined,
    'It is the variable.',
    'It is the variable.',
    'It throws.',
    'It throws.',
    undefined,
  ])
})

test('two corrections of one second are one triangle, and pointing at it says the correction', () => {
  const both = [...CORRECTIONS, { at: 65, text: 'Always.' }]
  const { container } = render(
    <svg>
      <title>Slider</title>
      <CorrectionMarks corrections={both} x={(seconds) => `${seconds}%`} />
    </svg>,
  )
  expect(container.querySelectorAll('path')).toHaveLength(2)
  const marks = { corrections: CORRECTIONS, notes: [], bookmarks: [], comments: [] }
  expect(nearestMark(60, marks, 600)).toEqual({ at: 60, label: 'Correction: It is the variable.' })
})
