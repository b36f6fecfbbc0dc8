import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '#web/test-parts.tsx'
import { useSlices } from './use-slices.ts'

/** How many of the list were shown each time that it was rendered; `ask` says how many it has from now on. */
function listAt(address: string, first?: number) {
  const lengths: number[] = []
  let ask: (count: number) => void = () => {}
  let asked = 0
  function List() {
    const [count, setCount] = useState(asked)
    ask = (now) => {
      asked = now
      setCount(now)
    }
    const shown = useSlices(count, 10, first)
    lengths.push(shown)
    return <p>{shown} shown</p>
  }
  const { router } = renderAt(
    [
      { path: '/', element: <p>Elsewhere</p> },
      { path: '/list', element: <List /> },
    ],
    address,
  )
  return { lengths, router, give: (count: number) => act(() => ask(count)) }
}

const shown = (count: number) => waitFor(() => expect(screen.queryByText(`${count} shown`)).not.toBe(null))
const steps = (lengths: readonly number[]) => lengths.filter((length, at) => length !== lengths[at - 1])

test('many that come together are drawn slice by slice, and a few at once', async () => {
  const { lengths, give } = listAt('/list')
  give(30)
  await shown(30)
  give(31)
  await shown(31)
  expect(steps(lengths)).toEqual([0, 10, 20, 30, 31])
})

test('what leaves a list leaves at once', async () => {
  const { lengths, give } = listAt('/list')
  give(20)
  await shown(20)
  give(5)
  await shown(5)
  expect(steps(lengths)).toEqual([0, 10, 20, 5])
})

test('a list may begin with more than a slice, and again when it had become empty', async () => {
  const { lengths, give } = listAt('/list', 25)
  give(25)
  await shown(25)
  give(45)
  await shown(45)
  give(0)
  await shown(0)
  give(25)
  await shown(25)
  expect(steps(lengths)).toEqual([0, 25, 35, 45, 0, 25])
})

test('a list that somebody comes back to is whole from the start', async () => {
  const { lengths, router, give } = listAt('/')
  await act(() => router.navigate('/list'))
  give(40)
  await shown(40)
  await act(() => router.navigate('/'))
  lengths.length = 0
  await act(() => router.navigate(-1))
  await shown(40)
  expect(steps(lengths)).toEqual([40])
})
