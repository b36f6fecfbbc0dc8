import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '#web/test-parts.tsx'
import { useFirstFew } from './use-first-few.ts'

afterEach(() => void vi.unstubAllGlobals())

const HUNDRED = Array.from({ length: 100 }, (_, place) => place)

/** How many were in the list each time that it was rendered. */
function listAt(
  address: string,
  size: Parameters<typeof useFirstFew>[1] = { wide: window.innerWidth, high: window.innerHeight / 4 },
) {
  const lengths: number[] = []
  function List() {
    const shown = useFirstFew(HUNDRED, size)
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

test.each([
  { width: 481, few: 8 },
  { width: 480, few: 2 },
])(
  'rows that lie as cards on a phone fill it sooner, and so do rows below a head: $few in $width px',
  async (asked) => {
    vi.stubGlobal('innerWidth', asked.width)
    vi.stubGlobal('innerHeight', 1000)
    const { lengths, router } = listAt('/', { wide: 500, high: 100, highOnPhone: 400, above: 200 })
    await act(() => router.navigate('/list'))
    expect(lengths[0]).toBe(asked.few)
  },
)

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
