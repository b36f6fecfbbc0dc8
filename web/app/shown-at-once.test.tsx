import { act, render } from '@testing-library/react'
import { Suspense, use, useEffect, useState } from 'react'
import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { shownAtOnce } from './shown-at-once.ts'

test('a screen whose answers are there is told of in a task of its own', async () => {
  const router = createMemoryRouter([{ path: '/' }, { path: '/other', loader: () => 'at hand' }])
  const hear = vi.fn()
  shownAtOnce(router).subscribe(hear)
  await router.navigate('/other')
  // All that was waiting in this task is over, and nobody was told within it.
  expect(router.state.location.pathname).toBe('/other')
  expect(hear).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(hear).toHaveBeenCalled())
  expect(hear).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ location: expect.objectContaining({ pathname: '/other' }) }),
    expect.objectContaining({ flushSync: false }),
  )
})

const never = new Promise<never>(() => {})

function Unready() {
  return use(never)
}

/** Shows the former screen until another one is rendered, or that it is not yet if it is not rendered in slices. */
function renderScreens(router: ReturnType<typeof createMemoryRouter>) {
  const heard = vi.fn()
  function Screens() {
    const [path, setPath] = useState('/')
    useEffect(
      () =>
        shownAtOnce(router).subscribe(({ location }) => {
          setPath(location.pathname)
          heard(location.pathname)
        }),
      [],
    )
    return <Suspense fallback="in one go">{path === '/' ? 'the former one' : <Unready />}</Suspense>
  }
  render(<Screens />)
  return heard
}

const heardOf = (heard: ReturnType<typeof vi.fn>) =>
  act(() => vi.waitFor(() => expect(heard).toHaveBeenCalledWith('/other')))

test('it is rendered in one go', async () => {
  const router = createMemoryRouter([{ path: '/' }, { path: '/other', loader: () => 'at hand' }])
  const heard = renderScreens(router)
  await act(() => router.navigate('/other'))
  await heardOf(heard)
  expect(document.body.textContent).toBe('in one go')
})

test('a screen that had to be waited for is rendered in slices', async () => {
  const answer = Promise.withResolvers<string>()
  const router = createMemoryRouter([{ path: '/' }, { path: '/other', loader: () => answer.promise }])
  const heard = renderScreens(router)
  const change = router.navigate('/other')
  // One task goes by, as it does when an answer comes over a network.
  await new Promise((resolve) => setTimeout(resolve))
  await act(async () => {
    answer.resolve('there')
    await change
  })
  await heardOf(heard)
  expect(document.body.textContent).toBe('the former one')
})
