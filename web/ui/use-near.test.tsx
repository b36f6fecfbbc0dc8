import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Places, useNear } from './use-near.ts'

const HIGH = 640
const SEEN = 0
const NEAR = 100
const FAR = 1000

/** A browser in which nothing lies anywhere until it is said; everything is as high as everything else. */
function placeThings() {
  const observed: { within: number; hear: (near: boolean) => void }[] = []
  const measured = new Map<Element, () => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(hear: (seen: object[]) => void, { rootMargin }: { rootMargin: string }) {
        const within = Number.parseFloat(rootMargin)
        this.observe = () => observed.push({ within, hear: (near) => hear([{ isIntersecting: near }]) })
      }
      observe: () => void
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(hear: () => void) {
        this.observe = (part) => measured.set(part, hear)
      }
      observe: (part: Element) => void
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 0, HIGH))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return {
    measure: () =>
      act(() => {
        for (const hear of measured.values()) hear()
      }),
    /** So many windows away, in percent. */
    become: (away: number) =>
      act(() => {
        for (const { within, hear } of observed) hear(away <= within)
      }),
  }
}

interface ListProps {
  places: Places
  first: object
  fill?: 'when near' | boolean
}

function List({ places, first, fill }: ListProps) {
  const { follow, near, filled } = useNear<HTMLDivElement>({ places, first, fill })
  return (
    <div ref={follow} data-testid="part">
      {filled && <button type="button">{near ? 'Near' : 'Far'}</button>}
    </div>
  )
}

const part = () => screen.getByTestId('part')

test('a part that is far is empty and as high as it was, and drawn again when it is near', () => {
  const { measure, become } = placeThings()
  render(<List places={new WeakMap()} first={{}} />)
  expect(part().textContent).toBe('Near')
  measure()
  become(FAR)
  expect(part().childElementCount).toBe(0)
  expect(part().style.blockSize).toBe(`${HIGH}px`)
  become(SEEN)
  expect(part().textContent).toBe('Near')
  expect(part().style.blockSize).toBe('')
})

test('who comes back finds it as they left it, as long as what it shows is known', () => {
  const { measure, become } = placeThings()
  const places: Places = new WeakMap()
  const first = {}
  const { unmount } = render(<List places={places} first={first} />)
  measure()
  become(FAR)
  unmount()
  const again = render(<List places={places} first={first} />)
  expect(part().childElementCount).toBe(0)
  expect(part().style.blockSize).toBe(`${HIGH}px`)
  again.unmount()
  render(<List places={places} first={{}} />)
  expect(part().textContent).toBe('Near')
})

test('a far part is filled when its turn comes, and stays', () => {
  const { measure, become } = placeThings()
  const places: Places = new WeakMap()
  const first = {}
  const { unmount } = render(<List places={places} first={first} fill={false} />)
  measure()
  become(FAR)
  expect(part().textContent).toBe('Far')
  unmount()
  const { rerender } = render(<List places={places} first={first} fill={false} />)
  expect(part().childElementCount).toBe(0)
  rerender(<List places={places} first={first} fill />)
  expect(part().textContent).toBe('Far')
})

test('where the focus is nothing goes', () => {
  const { measure, become } = placeThings()
  render(<List places={new WeakMap()} first={{}} />)
  measure()
  screen.getByRole('button').focus()
  become(FAR)
  expect(part().textContent).toBe('Near')
})

test('of what was near only what was in the window is drawn at once when somebody comes back', () => {
  const { measure, become } = placeThings()
  const places: Places = new WeakMap()
  const first = {}
  const { unmount } = render(<List places={places} first={first} fill={false} />)
  measure()
  become(SEEN)
  unmount()
  const again = render(<List places={places} first={first} fill={false} />)
  expect(part().textContent).toBe('Near')
  become(NEAR)
  again.unmount()
  render(<List places={places} first={first} fill={false} />)
  expect(part().childElementCount).toBe(0)
  become(NEAR)
  expect(part().textContent).toBe('Near')
})
