import { z } from 'zod'

export const IMAGE_MAX_BYTES = 8 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 40_000_000
export const IMAGE_MAX_SIDE = 10_000
/** What a file picker offers; the server believes only the bytes. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export const IMAGE_WRONG_TYPE = 'Image must be a JPEG, PNG, WebP or GIF file.'
export const IMAGE_TOO_LARGE = 'Image is too large. The limit is 8 MB.'
export const IMAGE_TOO_MANY_PIXELS = 'Image has too many pixels. The limit is 40 megapixels.'
export const IMAGE_UNREADABLE = 'Image could not be read.'
export const LOGO_MIN_SIDE = 128
export const LOGO_TOO_SMALL = `A logo needs at least ${LOGO_MIN_SIDE} × ${LOGO_MIN_SIDE} pixels.`
export const IMAGE_REQUIRED = 'Image is required.'
export const PROFILE_PHOTO_REQUIRED = 'Profile picture is required.'

/** A stored picture as sent: `url` is its widest version, named by the hash of its content and immutable. */
export const ImageRef = z
  .object({
    url: z.string(),
    width: z.int(),
    height: z.int(),
    srcSet: z.string().optional(),
    placeholder: z.string().optional(),
  })
  .meta({ id: 'Image' })
export type ImageRef = z.infer<typeof ImageRef>
