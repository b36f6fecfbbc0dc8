/**
 * Prevents scrolling without a shift of the layout where the scroll bar has a width. Returns a function that undoes it.
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
