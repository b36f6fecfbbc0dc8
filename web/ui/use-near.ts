import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** At least as far as browsers draw ahead of what is not drawn while it is far (`content-visibility`). */
const AHEAD = '200% 0px'
/** What is drawn in the task that brings somebody back to a list; the rest of what is near comes right after. */
const AT_ONCE = '25% 0px'

/** How a part of a list lay when that was last noticed; heights in pixels. */
interface Place {
  near: boolean
  /** All but in the window. */
  seen: boolean
  height: number
  /** Of what stands in it, where that may be far one by one: what is within its padding, which is what a browser wants to know. */
  items: readonly number[]
}

const NEW: Place = { near: true, seen: true, height: 0, items: [] }

/**
 * Places of parts, each by the first thing that it shows: as long as that thing is known, who comes back to a list finds it
 * as high as they left it, and drawn where they were.
 */
export type Places = WeakMap<object, Place>

interface Part {
  places: Places
  first: object
  /** A part that is far stays empty, or is filled when its turn comes, and then stays. */
  fill?: 'when near' | boolean
  /** Its items may be far one by one. */
  each?: boolean
}

interface Near<Element extends HTMLElement> {
  follow: RefObject<Element | null>
  /** At first, where nothing is known of the part, it is. */
  near: boolean
  /** Whether anything stands in it; without, it keeps its height. */
  filled: boolean
  /** Whether it was far before. */
  known: boolean
}

/** Follows a part of a long list. */
export function useNear<Element extends HTMLElement>({
  places,
  first,
  fill = 'when near',
  each = false,
}: Part): Near<Element> {
  const follow = useRef<Element>(null)
  const known = places.get(first)
  // A group that was near has its parts from the start: how many of them are drawn at once is for them to say.
  const [place, setPlace] = useState(
    known && fill !== 'when near' ? { ...known, near: known.seen } : (known ?? NEW),
  )
  const once = useOnce(place.near || fill === true)
  const filled = fill === 'when near' ? place.near : once
  useHeights(follow, { places, first, each, filled })

  useEffect(() => {
    const part = follow.current
    if (!part) return
    const keep = (now: Partial<Place>) => places.set(first, { ...(places.get(first) ?? NEW), ...now })
    const atOnce = within(AT_ONCE, (seen) => keep({ seen }))
    const ahead = within(AHEAD, (near) => {
      if (!near && isInUse(part)) return
      if (near) atOnce.observe(part)
      else atOnce.disconnect()
      keep(near ? { near } : { near, seen: false })
      startTransition(() =>
        setPlace((before) => (before.near === near ? before : (places.get(first) ?? NEW))),
      )
    })
    ahead.observe(part)
    return () => {
      ahead.disconnect()
      atOnce.disconnect()
    }
  }, [places, first])

  return { follow, near: place.near, filled, known: place !== NEW }
}

const within = (rootMargin: string, hear: (is: boolean) => void) =>
  new IntersectionObserver((all) => hear(all.at(-1)?.isIntersecting ?? false), { rootMargin })

/** Keeps a part of a list as high as it was when it was drawn, while it is empty or not drawn. */
export function useHeights(
  part: RefObject<HTMLElement | null>,
  { places, first, each = false, filled = true }: Omit<Part, 'fill'> & { filled?: boolean },
): void {
  useLayoutEffect(() => {
    const { height, items } = places.get(first) ?? NEW
    if (!part.current || height === 0) return
    part.current.style.blockSize = filled ? '' : `${height}px`
    assume(part.current, height)
    for (const [index, item] of items.entries()) assume(part.current.children[index], item)
  }, [part, places, first, filled])

  useEffect(() => {
    const element = part.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const height = heightOf(element)
      // Empty, or not laid out because what it lies in is far.
      if (element.firstElementChild === null || height === 0) return
      const before = places.get(first) ?? NEW
      const items = each && isDrawn(element.firstElementChild) ? heightsWithin(element) : before.items
      places.set(first, { ...before, height, items })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [part, places, first, each])
}

const heightOf = (element: Element) => element.getBoundingClientRect().height

function heightsWithin({ children: [first, ...others] }: Element): number[] {
  if (first === undefined) return []
  const { borderTopWidth, paddingTop, paddingBottom, borderBottomWidth } = getComputedStyle(first)
  const around = [borderTopWidth, paddingTop, paddingBottom, borderBottomWidth].map(Number.parseFloat)
  const outer = around.reduce((sum, one) => sum + one, 0)
  return [first, ...others].map((item) => heightOf(item) - outer)
}

/** To ask for the height of something that a browser leaves out would have it laid out. */
const isDrawn = (item: Element) => item.checkVisibility({ contentVisibilityAuto: true })

/** For as long as a browser has not drawn it. */
function assume(element: Element | undefined, height: number): void {
  if (element instanceof HTMLElement) element.style.containIntrinsicBlockSize = `auto ${height}px`
}

/** The focus, and what is being written or sent, would go with it. */
const isInUse = (part: HTMLElement) =>
  part.contains(document.activeElement) || part.querySelector('form, [aria-busy]') !== null

/** Whether something was ever true while the component is there. */
function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now)
  if (now && !once) setOnce(true)
  return once || now
}
