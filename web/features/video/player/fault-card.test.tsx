import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FaultCard } from './fault-card.tsx'

const shared = {
  code: 'not-ready',
  hasStoredVideos: false,
  onNext: undefined,
  onTell: undefined,
  onRetry: () => undefined,
  isTold: false,
  onOwnControls: () => undefined,
} as const

const YOUTUBE = { source: 'youtube', key: 'a' } as const

test('a video that failed says why, and one that is being prepared says that', () => {
  const fault = 'The video has no picture and no sound.'
  const { rerender } = render(<FaultCard {...shared} video={{ source: 'upload', key: 'a', fault }} />)
  expect(screen.getByRole('alert').textContent).toContain(fault)
  rerender(<FaultCard {...shared} video={{ source: 'upload', key: 'a' }} />)
  expect(screen.getByRole('alert').textContent).toContain('The video is still being prepared.')
})

test('a blocked host names what is left to do, in the order of use, and what it waited for', async () => {
  const pressed = vi.fn<(what: string) => void>()
  const card = (own: Partial<Parameters<typeof FaultCard>[0]>) => (
    <FaultCard
      {...shared}
      code="no-messages"
      video={YOUTUBE}
      onNext={() => pressed('next')}
      onTell={() => pressed('tell')}
      onRetry={() => pressed('retry')}
      onOwnControls={() => pressed('own')}
      {...own}
    />
  )
  const { rerender } = render(card({ hasStoredVideos: true }))
  expect(screen.getByRole('heading').textContent).toBe(
    'YouTube is not responding. It may be blocked on your network.',
  )
  expect(screen.getByRole('paragraph').textContent).toBe(
    'We waited 5 seconds. Your progress is kept. Videos of this playlist that are stored on this site still play.',
  )
  const buttons = screen.getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Next video',
    'Tell the teacher',
    'Try again',
    'Play it in YouTube’s own player, without progress',
  ])
  for (const button of buttons) await userEvent.click(button)
  expect(pressed.mock.calls.flat()).toEqual(['next', 'tell', 'retry', 'own'])

  rerender(card({ code: 'not-loaded', onNext: undefined }))
  expect(screen.getByRole('paragraph').textContent).toBe('We waited 15 seconds. Your progress is kept.')
  expect(screen.queryByRole('button', { name: 'Next video' })).toBeNull()
})

test('a file of this site that does not load blames no network of a host', () => {
  render(<FaultCard {...shared} code="not-loaded" video={{ source: 'upload', key: 'a' }} />)
  expect(screen.queryByRole('paragraph')).toBeNull()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again'])
})
