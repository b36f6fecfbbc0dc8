import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FaultCard } from './fault-card.tsx'

const shared = {
  code: 'not-ready',
  onNext: undefined,
  onTell: undefined,
  onRetry: () => undefined,
  isTold: false,
} as const

test('a video that failed says why, and one that is being prepared says that', () => {
  const fault = 'The video has no picture and no sound.'
  const { rerender } = render(<FaultCard {...shared} video={{ source: 'upload', key: 'a', fault }} />)
  expect(screen.getByRole('alert').textContent).toContain(fault)
  rerender(<FaultCard {...shared} video={{ source: 'upload', key: 'a' }} />)
  expect(screen.getByRole('alert').textContent).toContain('The video is still being prepared.')
})
