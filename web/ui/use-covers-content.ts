import { type RefObject, useEffect, useState } from 'react'

/** Toasts must not cover the name of the screen and the status badges. */
const KEPT_FREE = 'main :is(h1, [data-status])'

/**
 * Whether `region` would cover one of them, and so has to take up room of its own. Looked at again whenever the page
 * changes while something is shown; it is not undone before everything is gone, or the page would jump twice.
 */
export function useCoversContent(region: RefObject<HTMLElement | null>, shown: boolean): boolean {
  const [covering, setCovering] = useState(false)
  if (!shown && covering) setCovering(false)

  useEffect(() => {
    if (!shown || covering) return
    let frame = requestAnimationFrame(look)
    function look(): void {
      if (region.current && coversAny(region.current)) setCovering(true)
    }
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const changes = new MutationObserver(lookSoon)
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
    addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      removeEventListener('resize', lookSoon)
    }
  }, [region, shown, covering])

  useEffect(() => {
    // Without this attribute a scrolled page would shift by the same amount and stay covered.
    document.documentElement.toggleAttribute('data-toast-room', covering)
    return () => document.documentElement.removeAttribute('data-toast-room')
  }, [covering])
  return covering
}

function coversAny(region: HTMLElement): boolean {
  const box = region.getBoundingClientRect()
  return [...document.querySelectorAll(KEPT_FREE)].some((each) => {
    const { left, right, top, bottom, width } = each.getBoundingClientRect()
    return width > 0 && left < box.right && box.left < right && top < box.bottom && box.top < bottom
  })
}
