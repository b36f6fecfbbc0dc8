import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { shownAtOnce } from './shown-at-once.ts'

test('a screen is told of once its answers are there, in a task of its own', async () => {
  const answer = Promise.withResolvers<string>()
  const router = createMemoryRouter([{ path: '/' }, { path: '/other', loader: () => answer.promise }])
  const hear = vi.fn()
  shownAtOnce(router).subscribe(hear)
  const change = router.navigate('/other')
  answer.resolve('there')
  await change
  // All that was waiting in this task is over, and nobody was told within it.
  expect(router.state.location.pathname).toBe('/other')
  expect(hear).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(hear).toHaveBeenCalled())
  expect(hear).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ location: expect.objectContaining({ pathname: '/other' }) }),
    expect.objectContaining({ flushSync: false }),
  )
})
