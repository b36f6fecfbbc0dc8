import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Paragraphs get their real heights when they come into sight, which takes a frame. */
const FRAMES = 3

interface ScrollTargets {
  current: number
  isFollowing: boolean
  chosen: object | undefined
}

/** Keeps the current cue or the match that the search is at in sight, without moving the page. */
export function useScrolling(
  text: RefObject<HTMLElement | null>,
  { current, isFollowing, chosen }: ScrollTargets,
): void {
  useEffect(() => {
    if (isFollowing && current >= 0) scrollTo(text.current, '[data-now]')
  }, [text, current, isFollowing])
  useEffect(() => {
    if (!chosen) return
    let frame = 0
    const show = (times: number) => {
      scrollTo(text.current, '[data-chosen]')
      if (times > 1) frame = requestAnimationFrame(() => show(times - 1))
    }
    show(FRAMES)
    return () => cancelAnimationFrame(frame)
  }, [text, chosen])
}

function scrollTo(text: HTMLElement | null, selector: string): void {
  const target = text?.querySelector(selector)
  if (!(text && target)) return
  const [box, place] = [text.getBoundingClientRect(), target.getBoundingClientRect()]
  const middle = place.top - box.top - (box.height - place.height) / 2
  text.scrollTop += middle
}

/** The user who scrolls wants to read somewhere else. */
export function useScrollByUser(text: RefObject<HTMLElement | null>, onScroll: () => void): void {
  const scrolled = useEffectEvent(onScroll)
  useEffect(() => {
    const element = text.current
    const listener = () => scrolled()
    for (const type of ['wheel', 'touchmove']) element?.addEventListener(type, listener, { passive: true })
    return () => {
      for (const type of ['wheel', 'touchmove']) element?.removeEventListener(type, listener)
    }
  }, [text])
}
