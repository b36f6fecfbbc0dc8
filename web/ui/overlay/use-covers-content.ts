import { type RefObject, useEffect, useState } from 'react'

/** Toasts must not cover the name of the screen, the status badges and the way out of a preview. */
const NEVER_COVERED = 'main :is(h1, [data-status], [data-way-out])'

/**
 * Whether `region` would cover one of them and needs its own space. It is checked again whenever the page changes while a
 * toast is visible. It stays true until all toasts are gone, or the page would jump twice.
 */
export function useCoversContent(region: RefObject<HTMLElement | null>, visible: boolean): boolean {
  const [covers, setCovers] = useState(false)
  if (!visible && covers) setCovers(false)

  useEffect(() => {
    if (!visible || covers) return
    let frame = requestAnimationFrame(check)
    function check(): void {
      if (region.current && coversAny(region.current)) setCovers(true)
    }
    const checkSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(check)
    }
    const changes = new MutationObserver(checkSoon)
    changes.observe(document.body, { childList: true, subtree: true, characterData: true })
    addEventListener('resize', checkSoon)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      removeEventListener('resize', checkSoon)
    }
  }, [region, visible, covers])

  useEffect(() => {
    // Without this attribute a scrolled page would shift by the same amount and stay covered.
    document.documentElement.toggleAttribute('data-toast-room', covers)
    return () => document.documentElement.removeAttribute('data-toast-room')
  }, [covers])
  return covers
}

function coversAny(region: HTMLElement): boolean {
  const box = region.getBoundingClientRect()
  return [...document.querySelectorAll(NEVER_COVERED)].some((each) => {
    const { left, right, top, bottom, width } = each.getBoundingClientRect()
    return width > 0 && left < box.right && box.left < right && top < box.bottom && box.top < bottom
  })
}
