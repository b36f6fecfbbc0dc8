import type { ImageRef } from '#contract/media/media.ts'
import type { ImageRow } from '#server/data/schema.ts'

export const MEDIA_PATH = '/media/'

export type ImageColumns = Pick<ImageRow, 'name' | 'width' | 'height' | 'widths' | 'placeholder'>

/** The stored picture as sent; addresses are root-relative, the HTTP edge makes them absolute when it must. */
export function imageRef({ name, width, height, widths, placeholder }: ImageColumns): ImageRef {
  const address = (each: number) => `${MEDIA_PATH}${name}-${each}.webp`
  const stored = widths.slice(1, -1).split(',').map(Number)
  return {
    url: address(stored.at(-1) ?? width),
    width,
    height,
    srcSet: stored.map((each) => `${address(each)} ${each}w`).join(', '),
    placeholder,
  }
}
