import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#web/test-parts.tsx'
import { useFirstFew } from './use-first-few.ts'

const HUNDRED = Array.from({ length: 100 }, (_, place) => place)

/** How many were in the list each time that it was rendered. */
function listAt(address: string) {
  const lengths: number[] = []
  function List() {
    const shown = useFirstFew(HUNDRED, { wide: window.innerWidth, high: window.innerHeight / 4 })
    lengths.push(shown.length)
    return (
      <ul>
        {shown.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    )
  }
  const { router } = renderAt(
    [
      { path: '/', element: <p>Elsewhere</p> },
      { path: '/list', element: <List /> },
    ],
    address,
  )
  return { lengths, router }
}

test('a new screen shows as many as fill the window first, and then all of them', async () => {
  const { lengths, router } = listAt('/')
  await act(() => router.navigate('/list'))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(100))
  expect(lengths[0]).toBe(4)
})

test('the first screen of a visit, and one that somebody comes back to, is whole from the start', async () => {
  const first = listAt('/list')
  expect(first.lengths.every((length) => length === 100)).toBe(true)
  cleanup()
  const { lengths, router } = listAt('/')
  await act(() => router.navigate('/list'))
  await waitFor(() => expect(lengths.at(-1)).toBe(100))
  await act(() => router.navigate('/'))
  lengths.length = 0
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(100))
  expect(lengths.every((length) => length === 100)).toBe(true)
})
