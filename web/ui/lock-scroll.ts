/**
 * Keeps the page from being scrolled, without moving it where a scroll bar takes room. Gives what lets it be scrolled again.
 */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const { overflow, scrollbarGutter } = style
  style.overflow = 'hidden'
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
  return () => {
    style.overflow = overflow
    style.scrollbarGutter = scrollbarGutter
  }
}
